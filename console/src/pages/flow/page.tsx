import { useParams } from '@tanstack/react-router'
import type { Flow } from '../../api/api.generated.ts'
import { useAnswer } from '../../api/answers.ts'
import { useDatastoreNames } from '../../flows/datastore-names.ts'
import { OnOff } from '../../flows/on-off.tsx'
import { Switch } from '../../flows/switch.tsx'
import { whenOf } from '../../flows/words.ts'
import { Fact } from '../../kit/fact.tsx'
import { Facts } from '../../kit/facts.tsx'
import { Time } from '../../kit/time.tsx'
import { NoSuchThing, useNothing } from '../../shell/no-such-thing.tsx'
import { Keeping, RunNow } from './acts.tsx'
import { useChannels } from '../../flows/channels.ts'
import { Executions } from './executions.tsx'
import './flow.css'
import { Tree } from './tree.tsx'

/** How often the next time is looked at anew, milliseconds: the stream of changes does not tell of flows. */
const often = 2000

/** A flow: what sets it off, what it does, and what came of it each time. */
export default function FlowPage() {
  const { id: text = '' } = useParams({ strict: false }) as { id?: string }
  const { data: flow, error, refetch } = useAnswer('GET /api/flows/{id}', { path: { id: Number(text) } })
  const isNothing = useNothing(error, flow)
  const nameOf = useDatastoreNames()
  const channels = useChannels()
  if (error && isNothing) return <NoSuchThing one="flow" error={error} retry={() => void refetch()} />
  if (!flow) return <p className="muted">Reading the flow …</p>
  return (
    <div className="stack">
      <title>{`${flow.name} · Assay`}</title>
      <div className="row">
        <h1>{flow.name}</h1>
        <OnOff flow={flow} />
        <span className="push" />
        <RunNow flow={flow} />
        <Switch flow={flow} />
        <Keeping flow={flow} />
      </div>
      {flow.description !== null && <p>{flow.description}</p>}
      <p>{whenOf(flow, nameOf)}</p>
      <FactsOf flow={flow} />
      <section className="stack" aria-label="What it does">
        <h2>What it does</h2>
        <Tree flow={flow} nameOf={nameOf} channels={channels} />
      </section>
      <Executions
        key={flow.id}
        flow={flow}
        nameOf={nameOf}
        channelOf={(type) => channels.get(type)?.display_name ?? type}
      />
    </div>
  )
}

function FactsOf({ flow }: { flow: Flow }) {
  return (
    <Facts>
      <Fact name="Acts in the name of">{flow.owner}</Fact>
      {flow.trigger_type === 'schedule' && (
        <Fact name="Next">
          <NextRun flow={flow} />
        </Fact>
      )}
      {flow.trigger_type === 'anomaly' && (
        <Fact name="One by one, of a container scan">the first {flow.burst_limit}, the others together</Fact>
      )}
      <Fact name="Changed">
        <Time at={flow.last_updated} />
      </Fact>
      {flow.global_tags.length > 0 && (
        <Fact name="Tags">{flow.global_tags.map(({ name }) => name).join(', ')}</Fact>
      )}
    </Facts>
  )
}

/** When a flow by times goes off next, also after it went off. */
function NextRun({ flow: { id, next_run } }: { flow: Flow }) {
  useAnswer('GET /api/flows/{id}', { path: { id } }, { every: often })
  return next_run === null ? 'never' : <Time at={next_run} isExact />
}
