import type { Command } from 'commander'
import { addServiceOptions } from '../service/service-options.ts'
import type { ServiceOptions } from '../service/find-service.ts'
import type { ListOptions } from '../output/print-list.ts'
import { wholeNumber } from '../whole-number.ts'

/** What `assay anomalies` takes. */
export interface AnomalyListOptions extends ServiceOptions, ListOptions {
  datastore?: string
  limit: number
}

/** `assay anomalies`: what is open, the weightiest first. */
export function addAnomalies(program: Command): void {
  const command = program
    .command('anomalies')
    .description('open anomalies, the weightiest first')
    .option('-d, --datastore <name>', 'of this datastore, by name or id')
    .option('--limit <count>', 'how many, up to 1000', wholeNumber('--limit'), 50)
    .option('--json', 'print JSON')
  addServiceOptions(command).action(async (options: AnomalyListOptions) => {
    const { listAnomalies } = await import('../service/list-findings.ts')
    await listAnomalies(options)
  })
}
