import { opened } from '../../kernel/held.ts'
import type { MeasuredPart } from './profile-container.ts'

/** The greatest time of a field, ISO 8601 UTC; null where it has none, or is not a field of times. */
export function newestMoment({ fields }: MeasuredPart, name: string | null): string | null {
  const found = fields.find(({ field }) => field.name === name)
  if (found?.field.type !== 'Date' && found?.field.type !== 'Timestamp') return null
  const { max } = opened(found.metrics)
  const moment = new Date(max ?? Number.NaN)
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString()
}
