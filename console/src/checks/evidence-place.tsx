import { Suspense, lazy } from 'react'
import { useEvidence } from './evidence.ts'

const EvidenceSheet = lazy(() => import('./evidence-sheet.tsx'))

/** Where the sheet about a verdict opens; its code is loaded when it opens first. */
export function EvidencePlace() {
  const asked = useEvidence()
  if (asked === null) return null
  return (
    <Suspense>
      <EvidenceSheet key={asked.id} {...asked} />
    </Suspense>
  )
}
