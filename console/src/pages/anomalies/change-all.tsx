import { useState } from 'react'
import type { Endpoints } from '../../api/api.generated.ts'
import { Button } from '../../kit/button.tsx'
import { BulkSheet } from '../../triage/bulk-sheet.tsx'
import { mostAtOnce } from '../../triage/bulk.ts'
import { count } from '../../words/numbers.ts'

/** Begins a change of all that the list shows; nothing while it is empty. */
export function ChangeAll({
  total,
  query,
}: {
  total: number | null
  query: Endpoints['GET /api/anomalies']['query']
}) {
  const [isPlanned, setPlanned] = useState(false)
  if (total === null || total === 0) return null
  const refused =
    total > mostAtOnce ? `At most ${count(mostAtOnce)} can be changed at once; narrow the list first.` : null
  return (
    <>
      <Button className="button plain push" refused={refused} onClick={() => setPlanned(true)}>
        Change all {count(total)} …
      </Button>
      <BulkSheet target={isPlanned ? { query } : null} close={() => setPlanned(false)} />
    </>
  )
}
