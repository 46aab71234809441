import { ServiceError } from '../../kernel/errors.ts'
import type { PageRequest } from '../../kernel/page.ts'
import { runActs, type RunAct } from '../../model/available.ts'
import { hasEnded } from '../../model/operation.ts'
import { listLog, type OperationRow } from '../../store/operations.ts'
import { listRunContainers, type RunContainerFilter } from '../../store/run-containers.ts'
import { countPartitions, listPartitions } from '../../store/run-progress.ts'
import type { RunContext } from '../operation.ts'
import { presentOperation } from '../present.ts'
import { findControllable, findReadable } from './find.ts'
import { resumableFrom } from './resume.ts'

/** One run, whole; with `available` what the caller may do with it, too. */
export async function readOperation(context: RunContext, id: number, include: readonly 'available'[] = []) {
  const operation = await findReadable(context, id)
  const record = await presentOperation(context, operation)
  if (!include.includes('available')) return record
  const isControllable = await mayControl(context, id)
  return { ...record, available: isControllable ? actsOn(context, operation) : [] }
}

/** What the verbs of this folder let somebody do who may control the run, by its kind and state. */
function actsOn({ operations }: RunContext, { trigger_type, result }: OperationRow): RunAct[] {
  const definition = operations.find(trigger_type)
  const isEnded = hasEnded(result)
  const can: Record<RunAct, boolean> = {
    abort: !isEnded,
    delete: true,
    rerun: isEnded && definition?.rerunnable === true,
    resume: resumableFrom.has(result) && definition?.resumable === true,
  }
  return runActs.filter((act) => can[act])
}

/** Whether every permission is there that controlling the run needs. */
async function mayControl(context: RunContext, id: number): Promise<boolean> {
  try {
    await findControllable(context, id)
    return true
  } catch (error) {
    if (error instanceof ServiceError) return false
    throw error
  }
}

/** How the partitions of a container are told: each by name, or only how many are how far. */
export const partitionForms = ['all', 'count'] as const

/** The part of a run that is about each container, page by page, in the order of the containers' names. */
export async function listOperationContainers(
  context: RunContext,
  id: number,
  {
    partitions,
    ...filter
  }: RunContainerFilter & { partitions?: (typeof partitionForms)[number] | undefined },
) {
  await findReadable(context, id)
  const { database } = context.store
  const page = await listRunContainers(database, id, filter)
  const ids = page.items.map((item) => item.id)
  const countsOf = await countPartitions(database, ids)
  const listed = partitions === 'all' ? await listPartitions(database, ids) : null
  const items = page.items.map(({ container_id, name, container_type, table_type, ...worked }) => ({
    ...worked,
    container: { id: container_id, name, container_type, table_type },
    partitions: countsOf(worked.id),
    ...(listed && { partition_list: listed.get(worked.id) ?? [] }),
  }))
  return { ...page, items }
}

/** The log of a run, oldest first. */
export async function listOperationLogs(context: RunContext, id: number, request: PageRequest) {
  await findReadable(context, id)
  return listLog(context.store.database, id, request)
}
