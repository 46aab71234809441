import type { Span } from '../kernel/tracing.ts'
import { attributed, type Origin } from './attributed.ts'
import type { HeldSession } from './connector.ts'
import { traced } from './traced.ts'

/** Where it is seen what a session does; each left out where nobody looks. */
export interface Observation {
  /** Shows its statements, see `traced`. */
  span?: Span | undefined
  /** What its statements say in the source that they are sent for, see `attributed`. */
  origin?: Origin | undefined
}

/** The same session, seen so. */
export function observed(session: HeldSession, { span, origin }: Observation): HeldSession {
  const shown = traced(session, span)
  return origin ? attributed(shown, origin) : shown
}
