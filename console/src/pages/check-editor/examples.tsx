import { useState } from 'react'
import type { ExecutedRuleExample, ExplainedRule } from '../../api/api.generated.ts'
import { properties } from '../../checks/properties.ts'
import { Button } from '../../kit/button.tsx'
import { Cell } from '../../kit/cell.tsx'
import { PlainTable } from '../../kit/plain-table.tsx'

/** Rows that pass a rule and rows that fail it; the service has judged them. */
export function Examples({ rule: { examples, title } }: { rule: ExplainedRule }) {
  const [shown, show] = useState(0)
  const example = examples[shown]
  if (example === undefined) return null
  return (
    <figure className="example">
      <figcaption className="row">
        <span>
          Example {shown + 1} of {examples.length}: {example.shows}
        </span>
        {examples.length > 1 && (
          <Button onClick={() => show((shown + 1) % examples.length)}>Next example</Button>
        )}
      </figcaption>
      <p className="muted">
        {[
          ...properties(example.properties).map(
            ([name, values]) => `${name.toLowerCase()}: ${values.join(', ')}`,
          ),
          ...(example.filter === null ? [] : [`only rows where ${example.filter}`]),
          ...(example.coverage === 1 ? [] : [`${example.coverage * 100} % of the rows have to hold`]),
        ].join(' · ')}
      </p>
      <PlainTable
        isOfValues
        label={`Example of ${title}`}
        heads={[...example.columns.map(({ name }) => name), 'Verdict']}
        rows={example.rows.map((row, index) => [
          ...example.columns.map(({ name }, place) => <Cell key={name} value={row[place]} />),
          <VerdictOf key="verdict" example={example} index={index} />,
        ])}
      />
      {example.failing_rows === null && (
        <p>{example.fails ? 'These rows together fail.' : 'These rows together pass.'}</p>
      )}
    </figure>
  )
}

function VerdictOf({ example: { failing_rows }, index }: { example: ExecutedRuleExample; index: number }) {
  if (failing_rows === null) return <span className="muted">judged together</span>
  return failing_rows.includes(index) ? (
    <span className="state fail">✕ fails</span>
  ) : (
    <span className="state pass">✓ passes</span>
  )
}
