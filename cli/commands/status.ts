import type { Command } from 'commander'
import { addServiceOptions } from '../service/service-options.ts'
import type { ServiceOptions } from '../service/find-service.ts'
import type { ListOptions } from '../output/print-list.ts'

interface StatusOptions extends ServiceOptions, ListOptions {
  datastores?: boolean
}

/** `assay status`: where the service is, whether it works, and who asks. */
export function addStatus(program: Command): void {
  const command = program
    .command('status')
    .description('where the service is, whether it works, and who you are there')
    .option('--datastores', 'list the datastores that you may see')
    .option('--json', 'print JSON')
  addServiceOptions(command).action(async (options: StatusOptions) => {
    const { showStatus } = await import('../service/show-status.ts')
    await showStatus(options)
  })
}

export type { StatusOptions }
