import type { Context } from '../../access/context.ts'
import { requireDatastore } from '../../access/require.ts'
import { visibleDatastoreIds } from '../../access/visible.ts'
import { notFound } from '../../kernel/errors.ts'
import type { Page } from '../../kernel/page.ts'
import type { Field } from '../../model/container-record.ts'
import type { FieldStatus } from '../../model/field.ts'
import { computedFieldRecords } from '../../store/computed-fields.ts'
import { findField, listFields as selectFields, type FieldFilter, type FieldRow } from '../../store/fields.ts'
import { inheritedTags } from '../../store/inherited-tags.ts'
import { newestScores } from '../../store/scores/history.ts'
import { tagsOf } from '../../store/tags.ts'
import { requireContainer } from '../containers/read.ts'
import { datastoreReference } from '../../connectors/datastore-reference.ts'
import { columnSize } from './column-size.ts'

/** No store has containers of so many columns. */
const mostFields = 1_000_000

/** The fields whole, in the order given. */
async function presentFields(context: Context, rows: readonly FieldRow[]): Promise<Field[]> {
  const ids = rows.map((row) => row.id)
  const tags = await tagsOf(context.store.database, 'field_id', ids)
  const inherited = await inheritedTags(context.store.database, 'field_id', ids)
  const scores = await newestScores(context.store.database, 'field_id', ids)
  const containers = [...new Set(rows.map((row) => row.container_id))]
  const computed = await computedFieldRecords(context.store.database, containers)
  return rows.map((row) => {
    const { container_id, container_name, container_type, table_type, ...rest } = row
    const { datastore_id, datastore_name, datastore_type, ...field } = rest
    return {
      ...field,
      display_name: field.name,
      column_size: columnSize(field),
      computed_field: computed.get(container_id)?.find(({ name }) => name === field.name) ?? null,
      global_tags: tags.get(row.id) ?? [],
      inherited_tags: inherited.get(row.id) ?? [],
      quality_score: scores.get(row.id) ?? null,
      container: { id: container_id, name: container_name, container_type, table_type },
      datastore: datastoreReference(datastore_id, datastore_name, datastore_type),
    }
  })
}

/** Reporter. */
export async function readField(context: Context, id: number): Promise<Field> {
  const row = await findField(context.store.database, id)
  if (!row) throw notFound('field', id)
  await requireDatastore(context, row.datastore_id, 'Reporter', ['field', id])
  const [field] = await presentFields(context, [row])
  return field as Field
}

/** Reporter; all of one container at once, in the order of the source. */
export async function listContainerFields(
  context: Context,
  containerId: number,
  status: FieldStatus[],
): Promise<Field[]> {
  await requireContainer(context, containerId, 'Reporter')
  const filter = { container: [containerId], status, page: 1, size: mostFields }
  const { items } = await selectFields(context.store.database, null, filter)
  return presentFields(context, items)
}

/** Member; fields of the datastores that the caller may see. */
export async function listFields(context: Context, filter: FieldFilter): Promise<Page<Field>> {
  const page = await selectFields(context.store.database, await visibleDatastoreIds(context), filter)
  return { ...page, items: await presentFields(context, page.items) }
}
