import type { ShapeFinding } from '../../engine/finding.ts'
import { messageFrom, placesOfValues } from '../../disclosure/messages.ts'
import type { Policy } from '../../disclosure/policy.ts'
import type { MessagePart } from '../../model/message-template.ts'
import { firstRecords, giveTemplate } from '../../store/kept-messages.ts'
import type { Queryable } from '../../store/pool.ts'

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
  policy: Policy,
): Promise<void> {
  if (field === null) return
  const records = await firstRecords(transaction, anomalyId, mostSearched)
  const rows = new Map(records.map(({ ordinal, record }) => [ordinal, record]))
  const places = placesOfValues(rows, field)
  if (places.length === 0) return
  const values = places.flatMap((place, index): MessagePart[] => [index === 0 ? '`' : ', `', place, '`'])
  const template = [`${message} Among them: `, ...values, '.']
  await giveTemplate(transaction, {
    anomaly_id: anomalyId,
    quality_check_id: check_id,
    template,
    message: messageFrom(template, rows, policy),
  })
}
