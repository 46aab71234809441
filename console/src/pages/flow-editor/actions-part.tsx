import { useEffect, useRef, type KeyboardEvent } from 'react'
import type { FlowActionType, NotificationSpecification } from '../../api/api.generated.ts'
import { Button } from '../../kit/button.tsx'
import { Select } from '../../kit/fields.tsx'
import { Tick } from '../../kit/tick.tsx'
import { blankAction, type ActionDraft } from './draft.ts'
import { MessageForm } from './message-form.tsx'
import { below, type ProblemOf } from './problems.ts'
import { PutAwayForm } from './put-away-form.tsx'
import { RunForm } from './run-form.tsx'
import { moved, without, type Move } from './tree.ts'
import type { Filling } from './trigger-part.tsx'

const kinds: Record<FlowActionType, string> = {
  notification: 'Send a message',
  operation: 'Start a run',
  anomaly: 'Archive or delete untouched anomalies',
}

const keysOf: Readonly<Record<string, Move>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
}

type Channels = ReadonlyMap<string, NotificationSpecification>

/** What the flow does: the actions as a tree, each with its form and the buttons that move it. */
export function ActionsPart({
  draft,
  actions,
  put,
  problemOf,
  channels,
}: Filling & { actions: readonly { action: ActionDraft; depth: number }[]; channels: Channels }) {
  const list = useRef<HTMLOListElement>(null)
  const focused = useRef<string | null>(null)
  // What was moved or added keeps the focus, wherever it stands now.
  useEffect(() => {
    if (focused.current === null) return
    list.current?.querySelector<HTMLElement>(`[id="action-${focused.current}"]`)?.focus()
    focused.current = null
  })
  const add = (parent: string | null) => {
    const action = blankAction(parent)
    focused.current = action.uuid
    put({ actions: [...draft.actions, action] })
  }
  const move = (uuid: string, way: Move) => {
    const next = moved(draft.actions, uuid, way)
    if (next === null) return
    focused.current = uuid
    put({ actions: next })
  }
  return (
    <section className="stack tight" aria-label="What it does">
      <h2>What it does</h2>
      {actions.length === 0 && <p className="muted">Nothing yet.</p>}
      <ol className="action-list" ref={list}>
        {actions.map(({ action, depth }, index) => (
          <Action
            key={action.uuid}
            {...{ action, depth, draft, channels }}
            number={index + 1}
            problemOf={below(problemOf, `actions.${index}`)}
            change={(members) =>
              put({
                actions: draft.actions.map((one) =>
                  one.uuid === action.uuid ? { ...one, ...members } : one,
                ),
              })
            }
            move={(way) => move(action.uuid, way)}
            follow={() => add(action.uuid)}
            remove={() => put({ actions: without(draft.actions, action.uuid) })}
          />
        ))}
      </ol>
      <div className="row">
        <Button onClick={() => add(null)}>Add an action</Button>
      </div>
    </section>
  )
}

/** An action of the form. */
export interface ActionFilling {
  action: ActionDraft
  change: (members: Partial<ActionDraft>) => void
  /** By places within the action. */
  problemOf: ProblemOf
}

interface Given extends ActionFilling, Pick<Filling, 'draft'> {
  depth: number
  number: number
  channels: Channels
  move: (way: Move) => void
  follow: () => void
  remove: () => void
}

function Action(given: Given) {
  const { action, depth, number, change, move, problemOf } = given
  const byKey = (event: KeyboardEvent) => {
    const way = event.altKey ? keysOf[event.key] : undefined
    if (way === undefined) return
    event.preventDefault()
    move(way)
  }
  return (
    // The depth is bounded, so that what is deep still fits a narrow screen.
    <li
      id={`action-${action.uuid}`}
      className={`stack tight action depth-${Math.min(depth, 4)}`}
      tabIndex={-1}
      aria-label={`Action ${number}`}
      onKeyDown={byKey}
    >
      <ActionBar {...given} />
      <Select
        label="What"
        value={action.type}
        problem={problemOf('type')}
        options={Object.entries(kinds)}
        onChange={({ target }) => change({ type: target.value as FlowActionType })}
      />
      {action.type === 'notification' && <MessageForm {...given} />}
      {action.type === 'operation' && <RunForm {...given} />}
      {action.type === 'anomaly' && <PutAwayForm {...given} />}
      <Tick
        words="Muted: it is left out, and what follows it goes on"
        isTicked={action.muted}
        tick={(muted) => change({ muted })}
      />
    </li>
  )
}

const moves: readonly (readonly [way: Move, sign: string, words: string])[] = [
  ['up', '↑', 'up'],
  ['down', '↓', 'down'],
  ['in', '→', 'so that it follows the one above'],
  ['out', '←', 'so that it follows nothing of its branch'],
]

function ActionBar({ action, number, depth, draft, move, follow, remove, problemOf }: Given) {
  const parentProblem = problemOf('parent_action_uuid')
  return (
    <>
      <div className="row">
        <b>
          {number}. {depth > 0 && <span className="muted">then</span>}
        </b>
        <span className="push" />
        {moves
          .filter(([way]) => moved(draft.actions, action.uuid, way) !== null)
          .map(([way, sign, words]) => (
            <Button key={way} aria-label={`Move action ${number} ${words}`} onClick={() => move(way)}>
              {sign}
            </Button>
          ))}
        <Button aria-label={`Add what follows action ${number}`} onClick={follow}>
          Add what follows
        </Button>
        <Button kind="danger" aria-label={`Remove action ${number}`} onClick={remove}>
          Remove
        </Button>
      </div>
      {parentProblem !== null && <p className="problem">{parentProblem}</p>}
    </>
  )
}
