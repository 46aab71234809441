import { Suspense, lazy } from 'react'
import type { Anomaly } from '../api/api.generated.ts'
import { Act } from '../kit/act.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { useRefusal } from '../shell/rights.ts'
import { noteRequest } from './note-request.ts'

// It is seldom opened.
const NoteForm = lazy(() => import('./note-form.tsx'))

/** Changes what people note of an anomaly: its tags, and for Editors its description. */
export function ChangeAnomaly({ anomaly }: { anomaly: Anomaly }) {
  const refused = useRefusal(anomaly.datastore.id, 'Author')
  return <Act words="Note and tags" refused={refused} act={() => noteRequest.put(anomaly)} />
}

/** Where the note and the tags of an anomaly are written; open while that is asked for. */
export function NoteSheet() {
  const anomaly = noteRequest.use()
  const close = () => noteRequest.put(null)
  return (
    <Dialog title={`Note and tags of anomaly ${anomaly?.id}`} isOpen={anomaly !== null} close={close}>
      {anomaly !== null && <Note key={anomaly.id} anomaly={anomaly} close={close} />}
    </Dialog>
  )
}

function Note({ anomaly, close }: { anomaly: Anomaly; close: () => void }) {
  const refused = useRefusal(anomaly.datastore.id, 'Author')
  if (refused !== null) return <p>{refused}</p>
  return (
    <Suspense fallback={<p className="muted">One moment …</p>}>
      <NoteForm anomaly={anomaly} close={close} />
    </Suspense>
  )
}
