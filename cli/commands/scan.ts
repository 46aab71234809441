import { Option, type Command } from 'commander'
import type { FileScanOptions } from '../scan/scan-files.ts'
import { addReportOptions, requireThreshold } from '../scan/finish-scan.ts'
import { CommandFailed } from '../command-failed.ts'
import { addServiceOptions } from '../service/service-options.ts'
import type { DatastoreScanOptions } from '../scan/scan-datastore.ts'

interface ScanOptions extends FileScanOptions, DatastoreScanOptions {
  datastore?: string
}

/** `assay scan`: files without a service, or a datastore of one. */
export function addScan(program: Command): void {
  const command = program
    .command('scan')
    .description('find what is wrong with files, or with a datastore of a service')
    .argument('[targets...]', 'files, or a folder, or addresses of files')
    .option('-d, --datastore <name>', 'scan a datastore of a service, by name or id')
    .option('-c, --checks <file>', 'checks for the files, as YAML or JSON; may be repeated', collect, [])
    .addOption(
      new Option('--effort <word>', 'how many kinds of checks are inferred from files')
        .choices(['off', 'low', 'medium', 'high', 'xhigh', 'max'])
        .default('medium'),
    )
    .option('--container <name>', 'only this container of the datastore; may be repeated', collect, [])
    .option('--incremental', 'only rows of the datastore that are new since its last scan')
  addServiceOptions(addReportOptions(command)).action(async (targets: string[], options: ScanOptions) => {
    requireThreshold(options)
    if (options.datastore !== undefined) {
      if (targets.length > 0) throw new CommandFailed('Name files or a datastore, not both.')
      const { scanDatastore } = await import('../scan/scan-datastore.ts')
      return scanDatastore(options.datastore, options)
    }
    if (targets.length === 0)
      throw new CommandFailed('Name a file, a folder or --datastore.', 'assay scan --help')
    const { scanFiles } = await import('../scan/scan-files.ts')
    return scanFiles(targets, options)
  })
}

const collect = (value: string, earlier: string[]): string[] => [...earlier, value]
