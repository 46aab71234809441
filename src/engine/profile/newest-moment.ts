import type { HeldSession } from '../../connectors/connector.ts'
import { readable } from '../../connectors/readable.ts'
import { opened } from '../../kernel/held.ts'
import { isForEver } from '../greatest-value.ts'
import { newestIn } from '../whole-container.ts'
import type { MeasuredPart, ProfileRequest } from './profile-container.ts'

/**
 * The greatest time of a field, ISO 8601 UTC; null where it has none, or is not a field of times. The source is asked only where
 * the greatest one that was measured stands for "for ever" (see `isForEver`).
 */
export async function newestMoment(
  held: HeldSession,
  { container, observed }: ProfileRequest,
  { fields }: MeasuredPart,
  name: string | null,
): Promise<string | null> {
  const found = fields.find(({ field }) => field.name === name)
  if (found?.field.type !== 'Date' && found?.field.type !== 'Timestamp') return null
  const { max } = opened(found.metrics)
  const measured = new Date(max ?? Number.NaN)
  const moment = isForEver(measured)
    ? new Date(
        (await newestIn(readable(held), { container, incremental_field: name }, observed)) ?? Number.NaN,
      )
    : measured
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString()
}
