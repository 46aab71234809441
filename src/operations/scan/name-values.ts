import type { ShapeFinding } from '../../engine/finding.ts'
import { readRecord } from '../../kernel/record-json.ts'
import type { MessagePart, ValuePlace } from '../../model/message-template.ts'
import { keptMessage } from '../../services/masking/rewrite-kept.ts'
import { firstRecords, giveTemplate } from '../../store/kept-messages.ts'
import type { Queryable } from '../../store/pool.ts'

/** Most values that a message names. */
const mostNamed = 5
/** Kept rows among which values to name are looked for. */
const mostSearched = 1000

/**
 * Adds to the message of a shape anomaly a handful of the values that failed, where the check names them: those of the rows
 * kept with it, so that masking the field takes them out again.
 */
export async function nameValues(
  transaction: Queryable,
  anomalyId: number,
  { check_id, named_field: field, message }: Pick<ShapeFinding, 'check_id' | 'named_field' | 'message'>,
  masked: ReadonlySet<string>,
): Promise<void> {
  if (field === null) return
  const records = await firstRecords(transaction, anomalyId, mostSearched)
  const rows = new Map(records.map(({ ordinal, record }) => [ordinal, readRecord(record)]))
  const places = placesOfValues(rows, field)
  if (places.length === 0) return
  const values = places.flatMap((place, index): MessagePart[] => [index === 0 ? '`' : ', `', place, '`'])
  const template = [`${message} Among them: `, ...values, '.']
  await giveTemplate(transaction, {
    anomaly_id: anomalyId,
    quality_check_id: check_id,
    template,
    message: keptMessage(template, rows, masked),
  })
}

/** Where each value of the field stands first, at most as many as are named. */
function placesOfValues(rows: ReadonlyMap<number, Record<string, unknown>>, field: string): ValuePlace[] {
  const places = new Map<string, ValuePlace>()
  for (const [record, values] of rows) {
    if (places.size === mostNamed) break
    const value = JSON.stringify(values[field])
    if (value !== undefined && !places.has(value)) places.set(value, { field, record })
  }
  return [...places.values()]
}
