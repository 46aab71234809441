import type { Context } from '../../access/context.ts'
import { permittedDatastoreIds } from '../../access/visible.ts'
import { toPage, type Page, type PageRequest } from '../../kernel/page.ts'
import type { Person } from '../../model/user.ts'
import { listAssignable } from '../../store/users.ts'

/** `datastore`: any of these; `name` is part of the name or the user name. */
interface AssigneeQuery extends PageRequest {
  datastore?: number[]
  name?: string
}

/** Member: those to whom the caller could assign anomalies, by user name; nobody where the caller is no Author. */
export async function listAssignees(
  context: Context,
  { datastore, ...request }: AssigneeQuery,
): Promise<Page<Person>> {
  const permitted = await permittedDatastoreIds(context, 'Author')
  const wanted =
    permitted === null ? (datastore ?? null) : permitted.filter((id) => datastore?.includes(id) ?? true)
  if (wanted?.length === 0) return toPage([], 0, request)
  return listAssignable(context.store.database, wanted, request)
}
