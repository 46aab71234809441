import { useState } from 'react'
import { Button } from '../kit/button.tsx'
import { count } from '../words/numbers.ts'
import type { BulkKind } from './kind.ts'
import { BulkSheet } from './sheet.tsx'

/** Begins a change of all that a list shows; nothing while it is empty. `total` null: it is not known yet. */
export function ChangeAll<Thing extends { id: number }, Change extends object>({
  total,
  kind,
  find,
}: {
  total: number | null
  kind: BulkKind<Thing, Change>
  find: (signal: AbortSignal) => Promise<readonly Thing[]>
}) {
  const [isOpen, setOpen] = useState(false)
  if (total === null || total === 0) return null
  const refused =
    total > kind.most ? `At most ${count(kind.most)} can be changed at once; narrow the list first.` : null
  return (
    <>
      <Button className="button plain push" refused={refused} onClick={() => setOpen(true)}>
        Change all {count(total)} …
      </Button>
      <BulkSheet isOpen={isOpen} kind={kind} find={find} close={() => setOpen(false)} />
    </>
  )
}
