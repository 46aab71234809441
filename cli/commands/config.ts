import { Option, type Command } from 'commander'
import type { ServiceOptions } from '../service/find-service.ts'
import type { Outcome } from '../config/apply.ts'
import { addServiceOptions } from '../service/service-options.ts'
import { CommandFailed } from '../command-failed.ts'
import { jsonText } from '../exact-numbers.ts'

interface PlanOptions extends ServiceOptions {
  prune?: boolean
  exitCode?: boolean
  json?: boolean
}

/** `assay plan`, `assay apply`, `assay export` and `assay schema`: what a service has, as files. */
export function addConfig(program: Command): void {
  const pruned =
    'delete checks, computed assets, named schedules and flows of the datastores that no file describes'
  addServiceOptions(
    program
      .command('plan')
      .description('say what applying a folder of files would change')
      .argument('<folder>', 'YAML files, in any folders')
      .option('--prune', pruned)
      .option('--exit-code', 'exit with 1 when something would change')
      .option('--json', 'the steps as JSON'),
  ).action(plan)
  addServiceOptions(
    program
      .command('apply')
      .description('bring a service to what a folder of files says')
      .argument('<folder>', 'YAML files, in any folders')
      .option('--prune', pruned),
  ).action(apply)
  addServiceOptions(
    program
      .command('export')
      .description('write what a service has as files')
      .argument('<folder>', 'where to write')
      .requiredOption('-d, --datastore <names...>', 'the datastores to write')
      .addOption(
        new Option('-f, --format <form>', 'files for assay apply, or a data contract for each datastore')
          .choices(['files', 'odcs'])
          .default('files'),
      ),
  ).action(exportFiles)
  program
    .command('schema')
    .description('print the JSON Schema of the files, for editors')
    .action(async () => {
      const { filesSchema } = await import('../config/files-schema.ts')
      process.stdout.write(`${JSON.stringify(filesSchema(), null, 2)}\n`)
    })
}

async function worldAndEntries(folder: string, options: ServiceOptions) {
  const [{ World }, { readFiles }, { openClient }] = await Promise.all([
    import('../config/world.ts'),
    import('../config/read-files.ts'),
    import('../service/find-service.ts'),
  ])
  const entries = await readFiles(folder, process.env)
  return { world: new World(openClient(options)), entries }
}

async function plan(folder: string, options: PlanOptions): Promise<void> {
  const { world, entries } = await worldAndEntries(folder, options)
  const { makePlan } = await import('../config/plan.ts')
  const { planText } = await import('../config/print-plan.ts')
  const made = await makePlan(world, entries, options.prune ?? false)
  const steps = made.steps.map((step) => ({
    action: step.action,
    kind: step.kind.name,
    key: step.key,
    differences: 'differences' in step ? step.differences : [],
  }))
  process.stdout.write(
    options.json ? `${jsonText({ steps, unchanged: made.unchanged }, 2)}\n` : planText(made),
  )
  if (options.exitCode && made.steps.length > 0) process.exitCode = 1
}

async function apply(folder: string, options: PlanOptions): Promise<void> {
  const { world, entries } = await worldAndEntries(folder, options)
  const { applyFiles } = await import('../config/apply.ts')
  const { appliedText, outcomeText } = await import('../config/print-plan.ts')
  const { describeFiles, recordOf } = await import('../config/applied-files.ts')
  const prunes = options.prune ?? false
  const record = recordOf(world.client, await describeFiles(folder, prunes))
  const tell = (outcome: Outcome) => process.stdout.write(outcomeText(outcome))
  const applied = await applyFiles(world, entries, prunes, tell, record.begin)
  await record.end(applied)
  process.stdout.write(appliedText(applied))
  if (applied.outcomes.some(({ refusal }) => refusal !== null))
    throw new CommandFailed('Not everything could be done; the lines with ! say why.', 'assay plan')
}

interface ExportOptions extends ServiceOptions {
  datastore: string[]
  format: 'files' | 'odcs'
}

async function exportFiles(folder: string, options: ExportOptions): Promise<void> {
  const [{ World }, { writeFiles }, { openClient }] = await Promise.all([
    import('../config/world.ts'),
    import('../config/write-files.ts'),
    import('../service/find-service.ts'),
  ])
  const world = new World(openClient(options))
  for (const name of options.datastore) await world.datastore(name)
  if (options.format === 'odcs') {
    const { contractText, writeContracts } = await import('../config/write-contracts.ts')
    for (const written of await writeContracts(world, folder, [...new Set(options.datastore)]))
      process.stdout.write(contractText(written))
    return
  }
  const { files, changed, unwritten } = await writeFiles(world, folder, new Set(options.datastore))
  for (const one of unwritten)
    process.stdout.write(
      `! ${one}\n    An older one is called the same, and files would mean that; rename one of them.\n`,
    )
  process.stdout.write(`${files} files in ${folder}, ${changed} of them written anew.\n`)
}
