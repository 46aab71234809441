import type { ShapeFinding, SourceRecord } from '../../engine/finding.ts'
import { FirstValues, messageFrom } from '../../disclosure/messages.ts'
import type { Policy } from '../../disclosure/policy.ts'
import type { MessagePart } from '../../model/message-template.ts'
import { firstRecords, giveTemplates, type KeptMessage } from '../../store/kept-messages.ts'
import type { Queryable } from '../../store/pool.ts'

/** Kept rows among which values to name are looked for. */
const mostSearched = 1000

/** A shape anomaly as it is stored, with the values that its message may name. */
export interface NamedShape {
  anomaly_id: number
  finding: Pick<ShapeFinding, 'check_id' | 'message'>
  /** Null where the check names none. */
  values: FirstValues | null
}

/** Collects the values that the message of a finding may name, those of rows that are kept already too. */
export async function valuesToName(
  transaction: Queryable,
  anomalyId: number,
  field: string | null,
  hasRecords: boolean,
): Promise<FirstValues | null> {
  if (field === null) return null
  const values = new FirstValues(field)
  const records = hasRecords ? await firstRecords(transaction, anomalyId, mostSearched) : []
  for (const { ordinal, record } of records) values.add(ordinal, record)
  return values
}

/** Shows rows that are kept from this ordinal on to what collects values. */
export function noteValues(
  values: FirstValues | null,
  ordinal: number,
  records: readonly SourceRecord[],
): void {
  records
    .slice(0, Math.max(0, mostSearched - ordinal))
    .forEach(({ record }, index) => values?.add(ordinal + index, record))
}

/**
 * Adds to the messages of shape anomalies a handful of the values that failed, where their checks name them: those of the rows
 * kept with them, so that masking the field takes them out again.
 */
export async function nameValues(
  transaction: Queryable,
  shapes: readonly NamedShape[],
  policy: Policy,
): Promise<void> {
  const messages = shapes.flatMap(({ anomaly_id, finding, values }): Omit<KeptMessage, 'records'>[] => {
    const places = values?.places() ?? []
    if (values === null || places.length === 0) return []
    const named = places.flatMap((place, index): MessagePart[] => [index === 0 ? '`' : ', `', place, '`'])
    const template = [`${finding.message} Among them: `, ...named, '.']
    const message = messageFrom(template, values.rows, policy)
    return [{ anomaly_id, quality_check_id: finding.check_id, template, message }]
  })
  await giveTemplates(transaction, messages)
}
