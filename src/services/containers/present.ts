import type { Context } from '../../access/context.ts'
import { isStartingPoint } from '../../engine/greatest-value.ts'
import type { Container } from '../../model/container-record.ts'
import type { FileOptions } from '../../model/container.ts'
import { computedFieldRecords } from '../../store/computed-fields.ts'
import { newestMeasurements } from '../../store/container-measurements.ts'
import { containerCounts, type ContainerRow } from '../../store/containers.ts'
import { findDatastores } from '../../store/datastores.ts'
import { inheritedTags } from '../../store/inherited-tags.ts'
import { maskedFields } from '../../store/masked-fields.ts'
import { newestScores } from '../../store/scores/history.ts'
import { tagsOf } from '../../store/tags.ts'
import { datastoreStub } from '../datastores/present.ts'

/** The containers whole, in the order given. */
export async function presentContainers(context: Context, rows: ContainerRow[]): Promise<Container[]> {
  if (rows.length === 0) return []
  const { database } = context.store
  const ids = rows.map((row) => row.id)
  const counts = await containerCounts(database, ids)
  const computed = await computedFieldRecords(database, ids)
  const tags = await tagsOf(database, 'container_id', ids)
  const inherited = await inheritedTags(database, 'container_id', ids)
  const scores = await newestScores(database, 'container_id', ids)
  const measured = await newestMeasurements(database, ids)
  const masked = await maskedFields(
    database,
    rows.flatMap(({ id, incremental_field_name: field }) => (field === null ? [] : id)),
  )
  const datastores = await findDatastores(database, [...new Set(rows.map((row) => row.datastore_id))])
  return rows.flatMap(({ file_options, incremental_checkpoint, ...stored }) => {
    const { key_fields, source_key_fields, source_key_origin, computation_text, ...row } = stored
    const datastore = datastores.find(({ id }) => id === row.datastore_id)
    // A datastore that was deleted since the first statement took its containers along.
    if (!datastore) return []
    return {
      ...row,
      ...shownKey({ key_fields, source_key_fields, source_key_origin }),
      ...shownComputation(computation_text),
      datastore: datastoreStub(datastore),
      global_tags: tags.get(row.id) ?? [],
      inherited_tags: inherited.get(row.id) ?? [],
      ...shownFileOptions(file_options),
      incremental_checkpoint: shownCheckpoint(
        row.incremental_field_name,
        incremental_checkpoint,
        masked(row.id),
      ),
      quality_score: scores.get(row.id) ?? null,
      latest_observability_measurement: measured.get(row.id) ?? null,
      computed_fields: computed.get(row.id) ?? [],
      metrics: counts.get(row.id) ?? { fields: 0, partitions: 0, active_checks: 0, active_anomalies: 0 },
    }
  })
}

/** What people say of the key, also that there is none, comes before what the source declares. */
export function shownKey(row: Pick<ContainerRow, 'key_fields' | 'source_key_fields' | 'source_key_origin'>) {
  if (row.key_fields !== null) return { key_fields: row.key_fields, key_fields_origin: 'set' as const }
  return { key_fields: row.source_key_fields ?? [], key_fields_origin: row.source_key_origin }
}

/** Every text; null for one that there is not. */
function shownComputation(text: ContainerRow['computation_text']) {
  return {
    query: text?.query ?? null,
    select_clause: text?.select_clause ?? null,
    where_clause: text?.where_clause ?? null,
    group_by_clause: text?.group_by_clause ?? null,
    left_join_field_name: text?.left_join_field_name ?? null,
    right_join_field_name: text?.right_join_field_name ?? null,
    join_type: text?.join_type ?? null,
    left_prefix: text?.left_prefix ?? null,
    right_prefix: text?.right_prefix ?? null,
  }
}

/** Every setting; null for one that nobody set. */
function shownFileOptions(options: FileOptions) {
  return {
    has_header: options.has_header ?? null,
    delimiter: options.delimiter ?? null,
    quote_character: options.quote_character ?? null,
    escape_character: options.escape_character ?? null,
    encoding: options.encoding ?? null,
    null_tokens: options.null_tokens ?? null,
    comment: options.comment ?? null,
    skip_lines: options.skip_lines ?? null,
    decimal_separator: options.decimal_separator ?? null,
    date_format: options.date_format ?? null,
    records_path: options.records_path ?? null,
    treat_empty_as_null: options.treat_empty_as_null ?? null,
    infer_datatypes: options.infer_datatypes ?? null,
  }
}

/** The checkpoint as a number where that is exact, else as a time in ISO 8601. Null for one of another field than the present one, and for one of a masked field. */
function shownCheckpoint(
  field: string | null,
  checkpoint: ContainerRow['incremental_checkpoint'],
  masked: ReadonlySet<string>,
): number | string | null {
  if (checkpoint === null || checkpoint.field !== field) return null
  if (field !== null && masked.has(field)) return null
  const { value } = checkpoint
  if (!isStartingPoint(value)) return null
  if (String(Number(value)) === value) return Number(value)
  return value.replace(/^(\d{4}-\d\d-\d\d) (?=\d\d:)/, '$1T')
}
