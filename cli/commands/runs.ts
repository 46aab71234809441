import { Argument, type Command } from 'commander'
import { addServiceOptions } from '../service/service-options.ts'
import type { ServiceOptions } from '../service/find-service.ts'
import type { ListOptions } from '../output/print-list.ts'
import { wholeNumber } from '../whole-number.ts'

/** What `assay runs list` takes. */
export interface RunListOptions extends ServiceOptions, ListOptions {
  datastore?: string
  running?: boolean
  limit: number
}

/** `assay runs`: what the service does and did, and how to steer it. */
export function addRuns(program: Command): void {
  const runs = program.command('runs').description('list, follow, abort, resume and repeat runs')
  const list = runs
    .command('list')
    .description('the newest runs')
    .option('-d, --datastore <name>', 'of this datastore, by name or id')
    .option('--running', 'only those that have not ended')
    .option('--limit <count>', 'how many, up to 1000', wholeNumber('--limit'), 20)
    .option('--json', 'print JSON')
  addServiceOptions(list).action(async (options: RunListOptions) => {
    const { listRuns } = await import('../service/steer-runs.ts')
    await listRuns(options)
  })
  for (const [verb, description] of verbs) {
    const command = runs
      .command(verb)
      .description(description)
      .addArgument(new Argument('<id>', 'number of the run').argParser(wholeNumber('id')))
      .option('--json', 'print the run as JSON')
    addServiceOptions(command).action(async (id: number, options: ServiceOptions & ListOptions) => {
      const { steerRun } = await import('../service/steer-runs.ts')
      await steerRun(verb, id, options)
    })
  }
}

const verbs = [
  ['follow', 'show how far a run is until it has ended'],
  ['abort', 'stop a run; what it has found stays'],
  ['resume', 'take an aborted or failed run up again where it stopped, and follow it'],
  ['rerun', 'start a run anew with the same settings, and follow it'],
] as const

/** What the command can do with a run. */
export type RunVerb = (typeof verbs)[number][0]
