import { Option, type Command } from 'commander'
import type { CheckStatus } from '../../client/src/index.ts'
import { addServiceOptions } from '../service/service-options.ts'
import type { ServiceOptions } from '../service/find-service.ts'
import type { ListOptions } from '../output/print-list.ts'
import { wholeNumber } from '../whole-number.ts'

/** What `assay checks` takes. */
export interface CheckListOptions extends ServiceOptions, ListOptions {
  datastore?: string
  status?: CheckStatus
  limit: number
}

/** `assay checks`: what is checked. */
export function addChecks(program: Command): void {
  const command = program
    .command('checks')
    .description('quality checks and how they stand')
    .option('-d, --datastore <name>', 'of this datastore, by name or id')
    .addOption(new Option('--status <status>', 'only those').choices(['Active', 'Draft']))
    .option('--limit <count>', 'how many, up to 1000', wholeNumber('--limit'), 50)
    .option('--json', 'print JSON')
  addServiceOptions(command).action(async (options: CheckListOptions) => {
    const { listChecks } = await import('../service/list-findings.ts')
    await listChecks(options)
  })
}
