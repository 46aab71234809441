import type { Command } from 'commander'
import type { ServiceOptions } from '../service/find-service.ts'
import { addServiceOptions } from '../service/service-options.ts'

/** `assay mcp`: the service for an agent that starts its tools as programs. */
export function addMcp(program: Command): void {
  const command = program
    .command('mcp')
    .description('let an agent use the service: the Model Context Protocol over standard input and output')
  addServiceOptions(command).action(async (options: ServiceOptions) => {
    const { passMessages } = await import('../service/pass-messages.ts')
    await passMessages(options)
  })
}
