import { Link, useParams } from '@tanstack/react-router'
import type { Container } from '../../api/api.generated.ts'
import { useAnswer } from '../../api/answers.ts'
import { ActiveChecks } from '../../checks/active-checks.tsx'
import { NewCheck } from '../../checks/new-check.tsx'
import { ActLink } from '../../kit/act.tsx'
import { ActMenu } from '../../kit/act-menu.tsx'
import { Empty } from '../../kit/empty.tsx'
import { Fact } from '../../kit/fact.tsx'
import { Facts } from '../../kit/facts.tsx'
import { Tabs } from '../../kit/tabs.tsx'
import { NoSuchThing, useNothing } from '../../shell/no-such-thing.tsx'
import { useAddress } from '../../shell/search.ts'
import { OtherRuns, RunActions } from '../../sources/run-actions.tsx'
import { OpenAnomalies } from '../../triage/open-anomalies.tsx'
import { count } from '../../words/numbers.ts'
import { ChangeSettings } from './change-settings.tsx'
import { FieldsOf } from './fields-of.tsx'
import { ObservabilityOf } from './observability-of.tsx'
import { RowsOf } from './rows-of.tsx'
import { ScansOf } from './scans-of.tsx'

const tabs = {
  fields: 'Fields',
  checks: 'Checks',
  scans: 'Scans',
  observability: 'Observability',
  rows: 'Rows',
}

type View = keyof typeof tabs

/** One table or file: its fields, the checks that look at it, and how they found it. */
export default function ContainerPage() {
  const id = Number((useParams({ strict: false }) as { id?: string }).id)
  const { one } = useAddress()
  const view = (Object.keys(tabs) as View[]).find((key) => key === one('tab')) ?? 'fields'
  const { data, error, refetch } = useAnswer('GET /api/containers/{id}', { path: { id } })
  const isNothing = useNothing(error, data)
  if (error && isNothing)
    return <NoSuchThing one="table or file" error={error} retry={() => void refetch()} />
  if (!data) return <p className="muted">Reading the container …</p>
  return (
    <article className="stack">
      <title>{`${data.name} · Assay`}</title>
      <h1>{data.name}</h1>
      {data.status_reason !== null && <p className="problem">{data.status_reason}</p>}
      {data.description !== null && <p>{data.description}</p>}
      <About container={data} />
      <div className="row">
        <NewCheck datastoreId={data.datastore.id} begin={{ container: id }} />
        <RunActions datastoreId={data.datastore.id} container={data} />
        <ActMenu>
          <OtherRuns datastoreId={data.datastore.id} container={data} />
          <Promote container={data} />
          <ChangeSettings container={data} />
        </ActMenu>
      </div>
      <Tabs
        label="About the container"
        open={view}
        tabs={(Object.keys(tabs) as View[]).map((key) => ({
          key,
          word: tabs[key],
          count:
            key === 'fields' ? data.metrics.fields : key === 'checks' ? data.metrics.active_checks : null,
          search: { tab: key },
        }))}
      />
      {view === 'fields' && <FieldsOf container={data} />}
      {view === 'checks' && (
        <ActiveChecks
          key={id}
          container={id}
          none={
            <Empty title="No check looks at it yet">
              <p>A profile makes checks from what it finds; or write one.</p>
            </Empty>
          }
        />
      )}
      {view === 'scans' && <ScansOf id={id} />}
      {view === 'observability' && <ObservabilityOf container={data} />}
      {view === 'rows' && <RowsOf container={data} />}
    </article>
  )
}

/** The way to promote the checks of the container. */
function Promote({ container: { id, datastore } }: { container: Container }) {
  const search = { what: 'checks', source: datastore.id, container: id }
  return <ActLink link={<Link to={'/promote' as string} search={search as never} />}>Promote</ActLink>
}

function About({ container }: { container: Container }) {
  const { datastore, container_type, status, quality_score, incremental_field_name } = container
  const measured = container.latest_observability_measurement
  const tags = [...container.global_tags, ...container.inherited_tags]
  return (
    <Facts>
      <Fact name="Datastore">
        <Link to={`/datastores/${datastore.id}` as string}>{datastore.name}</Link>
      </Fact>
      <Fact name="Kind">{container_type.replaceAll('_', ' ')}</Fact>
      <Fact name="Status">{status}</Fact>
      {measured?.row_count != null && <Fact name="Rows">{count(measured.row_count)}</Fact>}
      <Fact name="Open anomalies">
        <OpenAnomalies of="container" id={container.id} />
      </Fact>
      {quality_score && <Fact name="Quality score">{quality_score.total ?? '—'} of 100</Fact>}
      {container.partition_field !== null && <Fact name="Partitions by">{container.partition_field}</Fact>}
      {incremental_field_name !== null && <Fact name="Incremental by">{incremental_field_name}</Fact>}
      {container.key_fields.length > 0 && (
        <Fact name="Rows recognised by">{container.key_fields.join(', ')}</Fact>
      )}
      {tags.length > 0 && (
        <Fact name="Tags">
          {tags.map(({ name }) => (
            <span key={name} className="chip">
              {name}
            </span>
          ))}
        </Fact>
      )}
    </Facts>
  )
}
