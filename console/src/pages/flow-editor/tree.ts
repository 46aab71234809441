import type { FlowTrigger } from '../../api/api.generated.ts'
import type { ActionDraft } from './draft.ts'

type Actions = readonly ActionDraft[]

/** How an action is moved among the others; what follows it goes with it. */
export type Move = 'up' | 'down' | 'in' | 'out'

/** All actions as they are done: each before what follows it, with how deep it stands. */
export function inOrder(
  actions: Actions,
  parent: string | null = null,
  depth = 0,
): { action: ActionDraft; depth: number }[] {
  return actions.flatMap((action) =>
    action.parent === parent ? [{ action, depth }, ...inOrder(actions, action.uuid, depth + 1)] : [],
  )
}

/** The actions after a move; null: it cannot go there. */
export function moved(actions: Actions, uuid: string, move: Move): Actions | null {
  const action = actions.find((one) => one.uuid === uuid)
  if (!action) return null
  const siblings = actions.filter(({ parent }) => parent === action.parent)
  const place = siblings.indexOf(action)
  const others = actions.filter((one) => one !== action)
  switch (move) {
    case 'up':
    case 'down': {
      const other = siblings[place + (move === 'up' ? -1 : 1)]
      if (!other) return null
      const at = others.indexOf(other) + (move === 'up' ? 0 : 1)
      return others.toSpliced(at, 0, action)
    }
    case 'in': {
      const before = siblings[place - 1]
      return before ? [...others, { ...action, parent: before.uuid }] : null
    }
    case 'out': {
      const parent = actions.find((one) => one.uuid === action.parent)
      return parent
        ? others.toSpliced(others.indexOf(parent) + 1, 0, { ...action, parent: parent.parent })
        : null
    }
  }
}

/** The actions without one of them and what follows it. */
export function without(actions: Actions, uuid: string): Actions {
  const gone = new Set([uuid, ...inOrder(actions, uuid).map(({ action }) => action.uuid)])
  return actions.filter((action) => !gone.has(action.uuid))
}

/** What has been set off before an action, by the names that its tokens have: the flow, and what put anomalies away on the way to it (`isAfterWork`). */
export function triggersBefore(
  trigger: FlowTrigger,
  actions: Actions,
  action: ActionDraft,
): { triggers: string[]; isAfterWork: boolean } {
  const works: string[] = []
  for (let one = parentOf(actions, action); one; one = parentOf(actions, one))
    if (one.type === 'anomaly') works.push(`anomaly_${one.work.action}`)
  return { triggers: [trigger, ...works], isAfterWork: works.length > 0 }
}

const parentOf = (actions: Actions, { parent }: ActionDraft) => actions.find(({ uuid }) => uuid === parent)
