import type { Context } from '../../access/context.ts'
import { requireDatastore } from '../../access/require.ts'
import { writtenRows } from '../../disclosure/written-rows.ts'
import { describeContainer } from '../../engine/describe-container.ts'
import { mayRead } from '../../engine/masking.ts'
import { previewRows } from '../../engine/preview-rows.ts'
import { invalidParameter, notFound, ServiceError } from '../../kernel/errors.ts'
import { maskedValue } from '../../kernel/masked.ts'
import type { EnrichmentTable, EnrichmentRows } from '../../model/enrichment-record.ts'
import { findDatastore, findDatastores, type DatastoreRow } from '../../store/datastores.ts'
import { blamingFilter, orRefuse, ownQueries } from '../containers/preview.ts'
import { briefSignal, withBriefSession } from '../datastores/brief-session.ts'
import { datastoreStub } from '../datastores/present.ts'
import { referenceTo, requireEnrichment, tablesFor, tablesIn } from './browsed-tables.ts'

/** The table whose rows are wanted, and which of them. */
export interface EnrichmentRowsQuery {
  path: string
  filter?: string | undefined
  limit: number
  offset: number
}

async function enrichmentDatastore(context: Context, id: number): Promise<DatastoreRow> {
  const row = await findDatastore(context.store.database, id)
  if (!row) throw notFound('datastore', id)
  requireEnrichment(row)
  return row
}

/** Reporter. The tables that the service has written there for datastores that the caller may read. */
export async function listEnrichmentTables(context: Context, id: number): Promise<EnrichmentTable[]> {
  await requireDatastore(context, id, 'Reporter')
  const enrichment = await enrichmentDatastore(context, id)
  const wanted = await tablesFor(context, enrichment, 'Reporter')
  const found = await orRefuse(new Set(), () =>
    withBriefSession(context, { datastore_id: id }, briefSignal(), (session) =>
      tablesIn(session, enrichment),
    ),
  )
  const rows = await findDatastores(context.store.database, [
    ...new Set(wanted.map(({ datastore_id }) => datastore_id)),
  ])
  const stubs = new Map(rows.map((row) => [row.id, datastoreStub(row)]))
  return wanted.flatMap(({ name, label, datastore_id }) => {
    const datastore = stubs.get(datastore_id)
    return datastore && found.has(name) ? [{ name, label, datastore }] : []
  })
}

/**
 * Viewer of the enrichment datastore and of the one that the table is about. Some rows of it, sorted by its columns; values of fields
 * that are masked now are hidden, whatever they were when they were written.
 */
export async function readEnrichmentRows(
  context: Context,
  id: number,
  { path, filter, limit, offset }: EnrichmentRowsQuery,
): Promise<EnrichmentRows> {
  await requireDatastore(context, id, 'Viewer')
  const enrichment = await enrichmentDatastore(context, id)
  const table = (await tablesFor(context, enrichment, 'Viewer')).find(({ name }) => name === path)
  if (!table) {
    const sentence = `The service writes no table "${path}" there for a datastore that you may read.`
    throw new ServiceError('not_found', sentence)
  }
  const { unread, telling, shown } = await writtenRows(context.store.database, table)
  const condition = filter?.trim() || null
  if (condition !== null) refuseTelling(condition, new Set([...unread, ...telling]))
  const { records, hidden } = await orRefuse(telling, () =>
    withBriefSession(context, { datastore_id: id }, briefSignal(), async (session) => {
      const container = referenceTo(table.name, enrichment)
      const { fields } = await describeContainer(session, container)
      const read = fields.filter(({ name }) => !unread.has(name))
      const sort = read.map((field) => ({ field, descending: false }))
      const records =
        // Of a copy of masked fields alone nothing is read, as in a preview.
        read.length === 0
          ? []
          : await blamingFilter(condition, new Set(unread), session.dialect, () =>
              previewRows(session, { container, fields: read, filter: condition, sort, limit, offset }),
            )
      const left = fields.filter(({ name }) => unread.has(name))
      return { records, hidden: Object.fromEntries(left.map(({ name }) => [name, maskedValue])) }
    }),
  )
  return { source_records: JSON.stringify(records.map((record) => ({ ...shown(record), ...hidden }))) }
}

/** A filter must not tell what is hidden, nor read other tables. */
function refuseTelling(filter: string, hidden: ReadonlySet<string>): void {
  if (mayRead(filter, hidden))
    throw invalidParameter('filter', 'The filter names a column with values of masked fields; leave it out.')
  const [word] = ownQueries.exec(filter) ?? []
  if (word === undefined) return
  throw invalidParameter('filter', `The filter holds "${word}", by which it could read other tables.`)
}
