import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import type { Operation, PromotedEntity, PromoteResult } from '../../api/api.generated.ts'
import { Button } from '../../kit/button.tsx'
import { Cell } from '../../kit/cell.tsx'
import { PlainTable } from '../../kit/plain-table.tsx'
import { State, type StateName } from '../../kit/state.tsx'
import { useAddress } from '../../shell/search.ts'
import { count } from '../../words/numbers.ts'

/** Lines that are drawn at first, and more at each demand. */
const step = 200

const states: Record<PromoteResult, readonly [StateName, string]> = {
  created: ['success', 'Created'],
  updated: ['success', 'Changed'],
  skipped: ['none', 'The same there'],
  failed: ['failure', 'Refused'],
}

/** The lines of a plan with the same result; nothing where there are none. */
export function PlanLines({
  title,
  lines,
  run,
  canLeaveOut,
}: {
  title: string
  lines: readonly PromotedEntity[]
  /** The promotion; undefined: not asked for yet. */
  run: Operation | undefined
  canLeaveOut: boolean
}) {
  const [shown, show] = useState(step)
  if (lines.length === 0) return null
  const results = new Map(run?.results?.map((one) => [one.source_entity_id, one]))
  return (
    <section className="plan-group" aria-label={title}>
      <h3>
        {title} <span className="muted">{count(lines.length)}</span>
      </h3>
      <ul className="plan-lines">
        {lines.slice(0, shown).map((line) => (
          <PlanLine
            key={line.source_entity_id}
            line={line}
            run={run}
            outcome={results.get(line.source_entity_id)}
            canLeaveOut={canLeaveOut}
          />
        ))}
      </ul>
      {lines.length > shown && (
        <Button onClick={() => show(shown + step)}>{count(lines.length - shown)} more: show some</Button>
      )}
    </section>
  )
}

function PlanLine({
  line,
  run,
  outcome,
  canLeaveOut,
}: {
  line: PromotedEntity
  run: Operation | undefined
  outcome: PromotedEntity | undefined
  canLeaveOut: boolean
}) {
  const { all, change } = useAddress()
  const id = String(line.source_entity_id)
  const without = all('without')
  const isLeftOut = without.includes(id)
  const name = nameOf(line)
  const { message, result } = outcome ?? line
  return (
    <li>
      <div className="row">
        {canLeaveOut && (
          <input
            type="checkbox"
            aria-label={`Take along: ${name}`}
            checked={!isLeftOut}
            onChange={({ target }) =>
              change(
                { without: target.checked ? without.filter((one) => one !== id) : [...without, id] },
                { replace: true },
              )
            }
          />
        )}
        <Named line={line} name={name} />
        {run !== undefined && <Outcome line={line} outcome={outcome} run={run} isLeftOut={isLeftOut} />}
      </div>
      {message !== null && <p className={result === 'failed' ? 'problem' : 'muted'}>{message}</p>}
      {line.changes.length > 0 && <Changes line={line} name={name} />}
    </li>
  )
}

/** What became of a line; where that is not what the plan said, that is said too. */
function Outcome({
  line,
  outcome,
  run,
  isLeftOut,
}: {
  line: PromotedEntity
  outcome: PromotedEntity | undefined
  run: Operation
  isLeftOut: boolean
}) {
  if (line.result === 'failed' && !outcome) return <span className="muted">not tried</span>
  if (isLeftOut) return <span className="muted">left out</span>
  if (!outcome)
    return run.end_time === null ? (
      <State name="queued" word="Waits" />
    ) : (
      <State name="aborted" word="Not done" />
    )
  const [name, word] = states[outcome.result]
  const there = addressOf(outcome.entity_type, outcome.destination_entity_id)
  return (
    <>
      <State name={name} word={word} />
      {outcome.result !== line.result && <State name="warning" word="Not as planned" />}
      {there !== null && <Link to={there as string}>see it there</Link>}
    </>
  )
}

function Changes({ line: { changes }, name }: { line: PromotedEntity; name: string }) {
  return (
    <details>
      <summary>Changes {changes.map(({ member }) => member.replaceAll('_', ' ')).join(', ')}</summary>
      <PlainTable
        label={`Changes of ${name}`}
        heads={['Member', 'There now', 'Afterwards']}
        rows={changes.map(({ member, from, to }) => [
          member.replaceAll('_', ' '),
          <Cell key="from" value={from} />,
          <Cell key="to" value={to} />,
        ])}
      />
    </details>
  )
}

function Named({ line, name }: { line: PromotedEntity; name: string }) {
  const here = addressOf(line.entity_type, line.source_entity === null ? null : line.source_entity_id)
  const { source_entity: entity } = line
  return (
    <>
      {here === null ? <span>{name}</span> : <Link to={here as string}>{name}</Link>}
      {entity && 'rule_type' in entity && <span className="muted">{entity.rule_type}</span>}
    </>
  )
}

function nameOf({ source_entity: entity, source_entity_id: id }: PromotedEntity): string {
  if (entity === null) return `${id}, which was deleted`
  return 'description' in entity ? entity.description : entity.name
}

/** Where a thing is shown; null: nothing is there, or it has no page. */
function addressOf(type: PromotedEntity['entity_type'], id: number | null): string | null {
  if (id === null || type === 'computed_field') return null
  return type === 'quality_check' ? `/checks/${id}` : `/containers/${id}`
}
