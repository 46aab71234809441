import type { Command } from 'commander'
import { addServiceOptions } from '../service/service-options.ts'
import type { ServiceOptions } from '../service/find-service.ts'

/** What `assay promote` takes. */
export interface PromoteOptions extends ServiceOptions {
  plan?: boolean
  asDraft?: boolean
  json?: boolean
}

/** `assay promote`: takes the checks of one container to another, or says what that would change. */
export function addPromote(program: Command): void {
  const command = program
    .command('promote')
    .description('take the checks of a container to another one, or only say what that would change')
    .argument('<from>', 'DATASTORE/CONTAINER')
    .argument('<to>', 'DATASTORE/CONTAINER')
    .option('--plan', 'write nothing: say what would be created and changed')
    .option('--as-draft', 'new checks wait as Draft')
    .option('--json', 'print JSON')
  addServiceOptions(command).action(async (from: string, to: string, options: PromoteOptions) => {
    const { promote } = await import('../service/promote.ts')
    await promote(from, to, options)
  })
}
