import { Link, useParams } from '@tanstack/react-router'
import type { Anomaly } from '../../api/api.generated.ts'
import { useAnswer } from '../../api/answers.ts'
import { addressOf } from '../../api/ask.ts'
import { Button } from '../../kit/button.tsx'
import { Fact } from '../../kit/fact.tsx'
import { Severity } from '../../kit/severity.tsx'
import { Time } from '../../kit/time.tsx'
import { Actions } from '../../triage/actions.tsx'
import { AssignSheet } from '../../triage/assign-sheet.tsx'
import { NoteSheet } from '../../triage/change-anomaly.tsx'
import { useAnomalyKeys } from '../../triage/keys.ts'
import { CheckList } from '../../triage/check-list.tsx'
import { Conversation } from '../../triage/conversation.tsx'
import { Related } from '../../triage/related.tsx'
import { Records } from '../../triage/records.tsx'
import './anomaly.css'
import { Said } from '../../kit/said.tsx'
import { NoSuchThing, useNothing } from '../../shell/no-such-thing.tsx'
import { useRefusal } from '../../shell/rights.ts'

/** One anomaly: what fails, where, and what was made of it. */
export default function AnomalyPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const { data, error, refetch } = useAnswer('GET /api/anomalies/{id}', { path: { id } })
  const isNothing = useNothing(error, data)
  useAnomalyKeys(data)
  if (error && isNothing) return <NoSuchThing one="anomaly" error={error} retry={() => void refetch()} />
  if (!data) return <p className="muted">Reading the anomaly …</p>
  return (
    <article className="anomaly stack">
      <title>{`Anomaly ${data.id} · Assay`}</title>
      <header className="stack">
        <h1>
          <Said text={data.message} />
        </h1>
        <Facts anomaly={data} />
        <Actions anomaly={data} />
      </header>
      {data.description !== null && <p className="note">{data.description}</p>}
      <section aria-label="Failed checks">
        <h2>Failed checks</h2>
        <CheckList anomaly={data} withChanges />
      </section>
      <Rows anomaly={data} />
      <Related anomaly={data} />
      <h2>History</h2>
      <Conversation anomaly={data} />
      <AssignSheet />
      <NoteSheet />
    </article>
  )
}

function Facts({ anomaly }: { anomaly: Anomaly }) {
  const {
    status,
    duplicate_of,
    weight,
    container,
    datastore,
    created,
    last_detected,
    assignees,
    global_tags,
  } = anomaly
  return (
    <dl className="facts">
      <Fact name="Status">
        {status}
        {duplicate_of !== null && (
          <>
            {' '}
            of <Link to={`/anomalies/${duplicate_of}` as string}>{duplicate_of}</Link>
          </>
        )}
      </Fact>
      <Fact name="Weight">
        <Severity weight={weight} />
      </Fact>
      <Fact name="Where">
        <Link to={`/datastores/${datastore.id}` as string}>{datastore.name}</Link> /{' '}
        <Link to={`/containers/${container.id}` as string}>{container.name}</Link>
      </Fact>
      <Fact name="Found first">
        <Time at={created} />
      </Fact>
      <Fact name="Found last">
        <Time at={last_detected} />
      </Fact>
      <Fact name="Assigned to">
        {assignees.map(({ name, user_name }) => name ?? user_name).join(', ') || 'nobody'}
      </Fact>
      {global_tags.length > 0 && (
        <Fact name="Tags">
          {global_tags.map(({ name }) => (
            <span key={name} className="chip">
              {name}
            </span>
          ))}
        </Fact>
      )}
    </dl>
  )
}

function Rows({ anomaly }: { anomaly: Anomaly }) {
  const refused = useRefusal(anomaly.datastore.id, 'Viewer')
  return (
    <section className="stack" aria-label="Source records">
      <div className="row">
        <h2>Failing rows</h2>
        {anomaly.source_enriched && refused !== null && <Button refused={refused}>Download as CSV</Button>}
        {anomaly.source_enriched && refused === null && (
          <a
            className="button plain"
            download={`anomaly-${anomaly.id}.csv`}
            href={addressOf('/api/anomalies/{id}/source-record/csv', { id: anomaly.id })}
          >
            Download as CSV
          </a>
        )}
      </div>
      <Records anomaly={anomaly} />
    </section>
  )
}
