import { Suspense, lazy } from 'react'
import type { Anomaly } from '../api/api.generated.ts'
import { Sheet } from '../kit/sheet.tsx'
import { useRefusal } from '../shell/rights.ts'

// It is seldom opened.
const NoteForm = lazy(() => import('./note-form.tsx'))

/** Changes what people note of an anomaly: its tags, and for Editors its description. */
export function ChangeAnomaly({ anomaly }: { anomaly: Anomaly }) {
  const refused = useRefusal(anomaly.datastore.id, 'Author')
  return (
    <Sheet words="Note and tags" title={`Note and tags of anomaly ${anomaly.id}`} refused={refused}>
      {(close) => (
        <Suspense fallback={<p className="muted">One moment …</p>}>
          <NoteForm anomaly={anomaly} close={close} />
        </Suspense>
      )}
    </Sheet>
  )
}
