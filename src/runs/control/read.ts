import type { PageRequest } from '../../kernel/page.ts'
import { listLog } from '../../store/operations.ts'
import { listRunContainers, type RunContainerFilter } from '../../store/run-containers.ts'
import { countPartitions, listPartitions } from '../../store/run-progress.ts'
import type { RunContext } from '../operation.ts'
import { presentOperation } from '../present.ts'
import { findReadable } from './find.ts'

/** One run, whole. */
export async function readOperation(context: RunContext, id: number) {
  return presentOperation(context, await findReadable(context, id))
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
