import type { Queryable } from '../../store/pool.ts'
import { tagsOf } from '../../store/tags.ts'
import type { CheckContent } from './definition.ts'

/** A check as its row holds it; its tags are kept elsewhere. */
type StoredCheck = { id: number } & Omit<CheckContent, 'tags'>

/** The content that the row and its tags hold. */
export async function storedContent(database: Queryable, row: StoredCheck): Promise<CheckContent> {
  const tags = await tagsOf(database, 'quality_check_id', [row.id])
  return contentOf(row, tags.get(row.id))
}

/** The contents that the rows and their tags hold, by the ids of the checks. */
export async function storedContents(
  database: Queryable,
  rows: readonly StoredCheck[],
): Promise<Map<number, CheckContent>> {
  const tags = await tagsOf(
    database,
    'quality_check_id',
    rows.map(({ id }) => id),
  )
  return new Map(rows.map((row) => [row.id, contentOf(row, tags.get(row.id))]))
}

const contentOf = (row: StoredCheck, tags: readonly { name: string }[] = []): CheckContent => ({
  rule_type: row.rule_type,
  description: row.description,
  fields: row.fields,
  filter: row.filter,
  coverage: row.coverage,
  properties: row.properties,
  anomaly_message_field: row.anomaly_message_field,
  status: row.status,
  additional_metadata: row.additional_metadata,
  owner_id: row.owner_id,
  default_anomaly_assignee_id: row.default_anomaly_assignee_id,
  tags: tags.map(({ name }) => name).sort(),
})
