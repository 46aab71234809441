import type { PageRequest } from '../../kernel/page.ts'
import { listLog } from '../../store/operations.ts'
import { listRunContainers } from '../../store/run-containers.ts'
import type { RunContext } from '../operation.ts'
import { presentOperation } from '../present.ts'
import { findReadable } from './find.ts'

/** One run, whole. */
export async function readOperation(context: RunContext, id: number) {
  return presentOperation(context, await findReadable(context, id))
}

/** The part of a run that is about each container, page by page, in the order of the containers' names. */
export async function listOperationContainers(
  context: RunContext,
  id: number,
  request: PageRequest & { search?: string | undefined },
) {
  await findReadable(context, id)
  const page = await listRunContainers(context.store.database, id, request)
  const items = page.items.map(({ container_id, name, container_type, table_type, ...worked }) => ({
    ...worked,
    container: { id: container_id, name, container_type, table_type },
  }))
  return { ...page, items }
}

/** The log of a run, oldest first. */
export async function listOperationLogs(context: RunContext, id: number, request: PageRequest) {
  await findReadable(context, id)
  return listLog(context.store.database, id, request)
}
