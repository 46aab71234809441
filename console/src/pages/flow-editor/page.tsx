import { useParams } from '@tanstack/react-router'
import { useAnswer } from '../../api/answers.ts'
import { useAddress } from '../../shell/search.ts'
import { triggers } from '../../flows/words.ts'
import type { FlowTrigger } from '../../api/api.generated.ts'
import { NoSuchThing } from '../../shell/no-such-thing.tsx'
import { blankFlow, draftOf } from './draft.ts'
import { Editor } from './editor.tsx'
import './flow-editor.css'

/** Where a flow is written or changed. The address of a new one may name its trigger. */
export default function FlowEditor() {
  const { id } = useParams({ strict: false }) as { id?: string }
  return id === undefined ? <NewFlow /> : <KeptFlow id={Number(id)} />
}

function NewFlow() {
  const trigger = useAddress().one('trigger') ?? ''
  const blank = blankFlow()
  const isKnown = Object.hasOwn(triggers, trigger)
  return <Editor start={isKnown ? { ...blank, trigger_type: trigger as FlowTrigger } : blank} flow={null} />
}

function KeptFlow({ id }: { id: number }) {
  const { data, error, refetch } = useAnswer('GET /api/flows/{id}', { path: { id } })
  if (error && !data) return <NoSuchThing one="flow" error={error} retry={() => void refetch()} />
  if (!data) return <p className="muted">Reading the flow …</p>
  return <Editor key={id} start={draftOf(data)} flow={data} />
}
