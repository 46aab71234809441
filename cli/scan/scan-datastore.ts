import { CommandFailed } from '../command-failed.ts'
import { openClient, type ServiceOptions } from '../service/find-service.ts'
import { findDatastore } from '../service/named.ts'
import { runToEnd } from '../service/run-to-end.ts'
import { collectReport } from './collect-report.ts'
import { finishScan, type ReportOptions } from './finish-scan.ts'

/** The options of `assay scan` for a datastore of a service. */
export interface DatastoreScanOptions extends ReportOptions, ServiceOptions {
  /** Names of containers; empty: all. */
  container: string[]
  incremental?: boolean
}

/** Scans a datastore of a running service and reports what this scan found. */
export async function scanDatastore(wanted: string, options: DatastoreScanOptions): Promise<void> {
  const client = openClient(options)
  const { id, name } = await findDatastore(client, wanted)
  const scan = await runToEnd(client, {
    type: 'scan',
    datastore_id: id,
    ...(options.container.length > 0 && { container_names: options.container }),
    ...(options.incremental === true && { incremental: true }),
  })
  if (scan.result !== 'aborted') await finishScan(await collectReport(client, scan, name), options)
  if (scan.result === 'failure' || scan.result === 'aborted') {
    const reason = scan.message ?? `It ended as ${scan.result}.`
    throw new CommandFailed(`The scan of "${name}" failed. ${reason}`, `assay runs resume ${scan.id}`)
  }
}
