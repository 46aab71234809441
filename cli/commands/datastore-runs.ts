import { Option, type Command } from 'commander'
import type { InferenceEffort } from '../../client/src/index.ts'
import { addServiceOptions } from '../service/service-options.ts'
import type { ServiceOptions } from '../service/find-service.ts'

/** What both take. */
export interface DatastoreRunOptions extends ServiceOptions {
  json?: boolean
  prune?: boolean
  container: string[]
  effort?: InferenceEffort
  asDraft?: boolean
}

/** `assay sync` and `assay profile`: a run on a datastore, shown until it has ended. */
export function addDatastoreRuns(program: Command): void {
  const sync = program
    .command('sync')
    .description('find what is in a datastore: its containers and fields')
    .argument('<datastore>', 'name or id')
    .option('--prune', 'remove what is gone from the source, with all that is known of it')
    .option('--json', 'print the run as JSON')
  addServiceOptions(sync).action(start('sync'))
  const profile = program
    .command('profile')
    .description('find what the fields of a datastore hold, and which checks follow from that')
    .argument('<datastore>', 'name or id')
    .option('--container <name>', 'only this container; may be repeated', collect, [])
    .addOption(
      new Option('--effort <word>', 'how many kinds of checks are inferred').choices([
        'off',
        'low',
        'medium',
        'high',
        'xhigh',
        'max',
      ]),
    )
    .option('--as-draft', 'inferred checks wait as Draft for a person')
    .option('--json', 'print the run as JSON')
  addServiceOptions(profile).action(start('profile'))
}

const start = (type: 'sync' | 'profile') => async (datastore: string, options: DatastoreRunOptions) => {
  const { runDatastore } = await import('../service/run-datastore.ts')
  await runDatastore(type, datastore, options)
}

const collect = (value: string, earlier: string[]): string[] => [...earlier, value]
