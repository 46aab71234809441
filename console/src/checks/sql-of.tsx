import { useState } from 'react'
import { useAnswer } from '../api/answers.ts'
import { Button } from '../kit/button.tsx'
import { Failure } from '../kit/failure.tsx'
import { Fact } from '../kit/fact.tsx'
import { Facts } from '../kit/facts.tsx'
import { count, counted } from '../words/numbers.ts'

/** The SQL that judges a check, and what its last judgement cost; asked for when somebody wants to see it. */
export function SqlOf({ id }: { id: number }) {
  const [isOpen, open] = useState(false)
  const path = { id }
  const sql = useAnswer('GET /api/quality-checks/{id}/sql', { path }, { enabled: isOpen })
  const costs = useAnswer('GET /api/quality-checks/{id}/costs', { path, query: { size: 1 } })
  const [last] = costs.data?.items ?? []
  return (
    <section className="stack" aria-label="SQL and cost">
      <h2>SQL and cost</h2>
      {last && (
        <Facts>
          <Fact name="Its own share of the time">{count(last.own_milliseconds)} ms</Fact>
          <Fact name="All statements that it needed">{count(last.milliseconds)} ms</Fact>
          <Fact name="Shared with">{counted(last.shared_with, 'other check')}</Fact>
          <Fact name="Rows read">{count(last.records_processed)}</Fact>
        </Facts>
      )}
      <div>
        <Button aria-expanded={isOpen} onClick={() => open(!isOpen)}>
          {isOpen ? 'Hide the SQL' : 'Show the SQL'}
        </Button>
      </div>
      {isOpen && sql.error && <Failure error={sql.error} retry={() => void sql.refetch()} />}
      {isOpen && sql.data && (
        <>
          {sql.data.reason !== null && <p>{sql.data.reason}</p>}
          <pre>{sql.data.sql}</pre>
        </>
      )}
    </section>
  )
}
