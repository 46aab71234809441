import { Type } from 'typebox'
import { invalidMember } from '../kernel/errors.ts'
import { optional } from '../model/wire.ts'
import { utcTimestamp } from '../sql/build.ts'

/** The members by which a request says from where on rows are read. */
export const startingPoint = {
  greater_than_time: optional(
    Type.String({ maxLength: 100 }),
    'Only rows above this time in the incremental field of their container. Of scans: incremental ones, where it stands for the time of the last one',
  ),
  greater_than_batch: optional(
    Type.Number(),
    'Only rows above this number in the incremental field of their container. Of scans: incremental ones, where it stands for the number of the last one',
  ),
}

/** 422 for a time that is no moment. */
export function refuseNoMoment(time: string | null | undefined): void {
  if (time != null && utcTimestamp(time) === null)
    throw invalidMember('greater_than_time', `"${time}" is no moment; write it like 2026-01-31T12:00:00Z.`)
}
