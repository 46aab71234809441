import { randomUUID } from 'node:crypto'
import { invalidMember } from '../../kernel/errors.ts'
import type { FlowActionInput } from '../../model/flow.ts'

/** An action with its uuid, its parent and its place in the body, parents before what follows them. */
export interface PlacedAction {
  given: FlowActionInput
  uuid: string
  parent_action_uuid: string | null
  order_rank: number
  place: readonly (string | number)[]
  /** The nearest parent first. */
  ancestors: PlacedAction[]
}

/** The actions as a tree: 422 for an uuid that comes twice, a parent that there is not, and actions that follow themselves. */
export function readTree(actions: readonly FlowActionInput[]): PlacedAction[] {
  const placed = actions.map((given, index): PlacedAction => ({
    given,
    uuid: given.uuid?.toLowerCase() ?? randomUUID(),
    parent_action_uuid: given.parent_action_uuid?.toLowerCase() ?? null,
    order_rank: given.order_rank ?? index,
    place: ['actions', index],
    ancestors: [],
  }))
  const byUuid = new Map<string, PlacedAction>()
  for (const action of placed) {
    if (byUuid.has(action.uuid))
      throw invalidMember([...action.place, 'uuid'], 'Two actions have this uuid; leave it out for new ones.')
    byUuid.set(action.uuid, action)
  }
  for (const action of placed) {
    let parent = action.parent_action_uuid
    while (parent !== null) {
      const found = byUuid.get(parent)
      if (!found || found === action) {
        const fault = found ? 'it follows itself' : 'no action of this flow has that uuid'
        throw invalidMember(
          [...action.place, 'parent_action_uuid'],
          `The action has no such parent: ${fault}.`,
        )
      }
      if (action.ancestors.includes(found))
        throw invalidMember(
          [...action.place, 'parent_action_uuid'],
          'Its parents follow one another in a circle.',
        )
      action.ancestors.push(found)
      parent = found.parent_action_uuid
    }
  }
  return placed.sort((one, other) => one.ancestors.length - other.ancestors.length)
}
