import type { Context } from '../../access/context.ts'
import { listedDatastores, visibleDatastores } from '../../access/visible.ts'
import type { Page } from '../../kernel/page.ts'
import type { Datastore, DatastoreStub } from '../../model/datastore-record.ts'
import {
  listAllDatastores,
  listDatastores as selectDatastores,
  type DatastoreFilter,
} from '../../store/datastores.ts'
import { idsOf } from '../../store/paging.ts'
import { datastoreStub, presentDatastores } from './present.ts'

/** Member. A Manager gets datastores of other teams too, by name alone. */
export async function listDatastores(
  context: Context,
  filter: DatastoreFilter,
): Promise<Page<Datastore | DatastoreStub>> {
  const { user_id } = context.principal
  const page = await selectDatastores(context.store.database, listedDatastores(context), user_id, filter)
  const visible = new Set(await idsOf(visibleDatastores(context)))
  const whole = await presentDatastores(
    context,
    page.items.filter((row) => visible.has(row.id)),
  )
  const byId = new Map(whole.map((datastore) => [datastore.id, datastore]))
  return { ...page, items: page.items.map((row) => byId.get(row.id) ?? datastoreStub(row)) }
}

/** Member; in brief and at once, by name: those that the caller sees, for Managers all of them. */
export async function listDatastoreNames(context: Context): Promise<DatastoreStub[]> {
  return (await listAllDatastores(context.store.database, listedDatastores(context))).map(datastoreStub)
}
