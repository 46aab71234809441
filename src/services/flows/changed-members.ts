import { isDeepStrictEqual } from 'node:util'
import type { FlowChange } from '../../model/flow.ts'
import type { OwnedFlow } from '../../store/flows/flows.ts'
import type { FlowDefinition } from './definition.ts'

/** Names of the members that a change gives another value, in order; whether the actions are others is for the caller to say. */
export function changedMembers(
  change: FlowChange,
  before: OwnedFlow,
  after: FlowDefinition,
  areActionsSame: boolean,
): string[] {
  const was = new Map<string, unknown>(Object.entries({ ...before, ...before.filters }))
  const is = new Map<string, unknown>(Object.entries({ ...after, ...after.filters }))
  const isSame = (member: string) =>
    member === 'actions' ? areActionsSame : isDeepStrictEqual(was.get(member) ?? null, is.get(member) ?? null)
  return Object.keys(change)
    .filter((member) => !isSame(member))
    .sort()
}
