import type { Client, InferenceEffort, Operation } from '../../client/src/index.ts'
import { CommandFailed } from '../command-failed.ts'
import { startProgress } from '../output/progress.ts'
import type { Named } from '../service/named.ts'
import { runToEnd } from '../service/run-to-end.ts'
import { collectReport } from './collect-report.ts'
import { exceptionsTo, watchFindings, type EarlyFindings } from './early-findings.ts'
import { finishScan, type ReportOptions } from './finish-scan.ts'
import { makeChecks, readChecks } from './given-checks.ts'
import { startPassingService, type PassingService } from './passing-service.ts'
import type { Report } from './report.ts'
import { placeTargets, takeTargets } from './take-targets.ts'

/** The options of `assay scan` for files. */
export interface FileScanOptions extends ReportOptions {
  /** Files that list checks. */
  checks: string[]
  /** How many kinds of checks are inferred; `off`: none. */
  effort: InferenceEffort
}

/** Signals that end a command, and the exit codes of programs that they ended. */
const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

/** Scans files by a service that lives only for this, and leaves nothing behind. */
export async function scanFiles(named: readonly string[], options: FileScanOptions): Promise<void> {
  const targets = takeTargets(named)
  const checks = (await Promise.all(options.checks.map(readChecks))).flat()
  const progress = startProgress()
  progress.show('starting')
  const starting = startPassingService(targets.readable)
  for (const [signal, code] of Object.entries(signals))
    process.once(signal, () => void end(starting).then(() => process.exit(code)))
  const service = await starting
  progress.clear()
  try {
    const folder = await placeTargets(targets, service.home)
    const { datastore_id, unread } = await openFolder(service.client, folder)
    const containers = await readable(service.client, datastore_id)
    if (containers.length === 0 && unread !== null) throw new CommandFailed(unread)
    if (containers.length === 0)
      throw new CommandFailed(`Nothing in ${named.join(', ')} can be read${await skipped(service.client)}.`)
    await makeChecks(service.client, containers, checks)
    const early = watchFindings(service.client)
    // The readable ones alone: every run over the others would fail.
    const names = containers.map(({ name }) => name)
    const scope = { datastore_id, container_names: unread === null ? [] : names }
    const holding =
      options.effort === 'off' ? 0 : await inferChecks(service.client, scope, options.effort, early)
    const body = { type: 'scan', ...scope } as const
    const scan = required(await runToEnd(service.client, body, (id) => early.judged(id)))
    const report: Report = { ...(await collectReport(service.client, scan, named.join(', '))), holding }
    await finishScan(report, options)
    if (unread !== null) throw new CommandFailed(`The report is of what could be read. ${unread}`)
  } finally {
    await service.stop()
  }
}

async function end(starting: Promise<PassingService>): Promise<void> {
  const service = await starting.catch(() => null)
  await service?.stop()
}

/** A datastore over the folder, synced, and why some of it could not be read; null: all could. */
async function openFolder(
  client: Client,
  root_path: string,
): Promise<{ datastore_id: number; unread: string | null }> {
  const { id } = await client.createDatastore({
    body: { name: 'Files', root_path, connection: { type: 'local', name: 'Files' } },
  })
  const sync = await runToEnd(client, { type: 'sync', datastore_id: id })
  const unread = sync.result === 'failure' ? failureOf(sync) : null
  if (unread === null) required(sync)
  return { datastore_id: id, unread }
}

/** The containers that the sync could read. */
async function readable(client: Client, datastore_id: number): Promise<Named[]> {
  const found: Named[] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = await client.listContainers({
      datastore: [datastore_id],
      status: ['available', 'changed'],
      page,
      size: 1000,
    })
    pages = answer.pages
    found.push(...answer.items)
  }
  return found
}

/**
 * Profiles the folder, which infers checks. Those that every row passes need no second look; those that a few rows are against
 * are made Active, so that the scan finds these rows. Returns how many hold in every row.
 */
async function inferChecks(
  client: Client,
  scope: { datastore_id: number; container_names: string[] },
  ai_effort: InferenceEffort,
  early: EarlyFindings,
): Promise<number> {
  const { datastore_id } = scope
  const body = { type: 'profile', ...scope, ai_effort, infer_as_draft: true } as const
  required(await runToEnd(client, body, () => early.inferred(datastore_id)))
  let holding = 0
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = await client.listChecks({ datastore: [datastore_id], inferred: true, page, size: 1000 })
    pages = answer.pages
    const broken = answer.items
      .filter((check) => 'inferred' in check)
      .filter((check) => exceptionsTo(check) > 0)
    holding += answer.items.length - broken.length
    if (broken.length > 0)
      await client.updateChecks({ body: broken.map(({ id }) => ({ id, status: 'Active' })) })
  }
  return holding
}

/** The run, unless it failed: then its own sentence is what is told. */
function required(run: Operation): Operation {
  if (run.result === 'success' || run.result === 'warning' || run.result === 'partial') return run
  throw new CommandFailed(failureOf(run))
}

const failureOf = ({ type, message }: Operation): string => `The ${type} failed. ${message ?? ''}`.trim()

/** Why files were left out, in the words of the sync's log. */
async function skipped(client: Client): Promise<string> {
  const [sync] = (await client.listOperations({ size: 1 })).items
  if (!sync) return ''
  const { items } = await client.listOperationLogs({ id: sync.id, size: 3 })
  const reasons = items.filter(({ level }) => level !== 'info').map(({ message }) => message)
  return reasons.length === 0 ? '' : `: ${reasons.join(' ')}`
}
