import { Value } from 'typebox/value'
import type { TObject } from 'typebox'
import { invalidMember } from '../../kernel/errors.ts'
import type { ScheduleChange } from '../../model/schedule.ts'
import type { Operation } from '../operation.ts'

/** The members of a request that belong to the operation's runs, on top of those that the schedule had. */
export function payloadOf(
  definition: Operation,
  given: ScheduleChange,
  before: Record<string, unknown> = {},
): Record<string, unknown> {
  const merged = { ...before, ...given }
  const names = Object.keys((definition.payload as TObject).properties)
  return Object.fromEntries(
    names.flatMap((name) => (merged[name] === undefined ? [] : [[name, merged[name]]])),
  )
}

/** Throws 422 for the first member that the operation does not take. */
export function requireFitting(definition: Operation, payload: Record<string, unknown>): void {
  const [first] = Value.Errors(definition.payload, payload)
  if (!first) return
  const path = first.instancePath.split('/').slice(1)
  throw invalidMember(
    path,
    `${path.join('.')} ${first.message} in a schedule of the type ${definition.trigger}.`,
  )
}
