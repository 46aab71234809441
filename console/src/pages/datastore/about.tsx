import { Link } from '@tanstack/react-router'
import type { Datastore } from '../../api/api.generated.ts'
import { Fact } from '../../kit/fact.tsx'
import { Facts } from '../../kit/facts.tsx'
import { State } from '../../kit/state.tsx'
import { Time } from '../../kit/time.tsx'
import { Connected } from '../../sources/connected.tsx'
import { OpenAnomalies } from '../../triage/open-anomalies.tsx'
import { count } from '../../words/numbers.ts'
import { kindOf } from '../../words/runs.ts'
import { ComputeWords } from './compute.tsx'
import { storeTypeOf } from '../../sources/store-types.ts'

/** What the datastore is, and how it stands. */
export function About({ datastore }: { datastore: Datastore }) {
  const { id, type, store_type, connected, metrics, quality_score, enrich_datastore, teams } = datastore
  const { database, schema, root_path } = datastore
  // Some kinds of stores have their place in the connection alone.
  const place = root_path ?? [database, schema].filter(Boolean).join('.')
  return (
    <Facts>
      <Fact name="Connection">
        <Connected connected={connected} />
      </Fact>
      <Fact name="Last run">
        <LastRun datastore={datastore} />
      </Fact>
      <Fact name="Type">{storeTypeOf(type).word}</Fact>
      {place !== '' && <Fact name="Place">{place}</Fact>}
      {store_type === 'dfs' && (
        <Fact name="Evaluated by">
          <ComputeWords compute={datastore.compute} />
        </Fact>
      )}
      <Fact name="Active checks">
        <Link to={'/checks' as string} search={{ datastore: id } as never}>
          {count(metrics.active_checks)}
        </Link>
      </Fact>
      <Fact name="Open anomalies">
        <OpenAnomalies of="datastore" id={id} />
      </Fact>
      {quality_score && <Fact name="Quality score">{quality_score.total ?? '—'} of 100</Fact>}
      {enrich_datastore && <Fact name="Results are written to">{enrich_datastore.name}</Fact>}
      {teams.length > 0 && <Fact name="Teams">{teams.map(({ name }) => name).join(', ')}</Fact>}
    </Facts>
  )
}

/** The run that was started last, and the way to all. */
function LastRun({ datastore: { id, latest_operation: run } }: { datastore: Datastore }) {
  if (run === null) return <>none yet</>
  return (
    <span className="row">
      <Link to={`/runs/${run.id}` as string}>
        {kindOf(run)} {run.id}
      </Link>
      <State name={run.result} />
      <Time at={run.end_time ?? run.created} />
      <Link to={'/runs' as string} search={{ datastore: id } as never}>
        all
      </Link>
    </span>
  )
}
