import { useState } from 'react'
import type { ExplainedRule, Field } from '../../api/api.generated.ts'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/fields.tsx'
import { counted } from '../../words/numbers.ts'
import { Examples } from './examples.tsx'

interface Given {
  /** Null: they are not known yet. */
  rules: readonly ExplainedRule[] | null
  chosen: ExplainedRule | undefined
  /** Those that the check is about. */
  fields: readonly Field[]
  choose(rule: string | null): void
}

/** The rule of the check: the one that is chosen with its examples, or those that fit the fields. */
export function RuleChoice({ rules, chosen, fields, choose }: Given) {
  const [words, search] = useState('')
  if (rules === null) return <p className="muted">Reading the rules …</p>
  if (chosen) {
    return (
      <section className="stack tight" aria-label="Rule">
        <div className="row">
          <h2>{chosen.title}</h2>
          <Button onClick={() => choose(null)}>Take another rule</Button>
        </div>
        <p>{chosen.description}</p>
        <Examples rule={chosen} />
      </section>
    )
  }
  const fitting = rules.filter((rule) => fits(rule, fields))
  const shown = fitting.filter((rule) => speaksOf(rule, words))
  return (
    <section className="stack tight" aria-label="Rule">
      <TextField
        label={`Rule (${counted(fitting.length, 'rule')} fit${fitting.length === 1 ? 's' : ''} the fields)`}
        type="search"
        placeholder="What must hold, in words"
        value={words}
        onChange={({ target }) => search(target.value)}
      />
      <ul className="rule-list">
        {shown.map(({ rule_type, title, description }) => (
          <li key={rule_type}>
            <button type="button" onClick={() => choose(rule_type)}>
              <b>{title}</b> <span className="muted">{description}</span>
            </button>
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p className="muted">No rule that fits these fields speaks of that.</p>}
    </section>
  )
}

/** A rule without fields fits only when none is chosen, and one about a single field not when several are. */
function fits({ fields: scope, field_types }: ExplainedRule, fields: readonly Field[]): boolean {
  if (fields.length === 0) return true
  if (scope === 'none' || (scope === 'single' && fields.length > 1)) return false
  return fields.every(({ type }) => field_types.includes(type))
}

function speaksOf({ rule_type, title, description }: ExplainedRule, words: string): boolean {
  const text = `${rule_type} ${title} ${description}`.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
