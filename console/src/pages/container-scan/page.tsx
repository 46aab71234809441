import { useState } from 'react'
import { Link, useParams } from '@tanstack/react-router'
import { useAnswer } from '../../api/answers.ts'
import { showEvidence } from '../../checks/evidence.ts'
import { Button } from '../../kit/button.tsx'
import { Lasted } from '../../kit/lasted.tsx'
import { Fact } from '../../kit/fact.tsx'
import { Facts } from '../../kit/facts.tsx'
import { Failure } from '../../kit/failure.tsx'
import { Pages } from '../../kit/pages.tsx'
import { PlainTable } from '../../kit/plain-table.tsx'
import { State } from '../../kit/state.tsx'
import { Time } from '../../kit/time.tsx'
import { count } from '../../words/numbers.ts'
import { Statements } from '../../checks/statements.tsx'
import { RowsOf } from './rows-of.tsx'
import { Said } from '../../kit/said.tsx'
import { NoSuchThing, useNothing } from '../../shell/no-such-thing.tsx'
import { useRefusal } from '../../shell/rights.ts'

/** One table or file in one run. */
export default function ContainerScanPage() {
  const id = Number((useParams({ strict: false }) as { id?: string }).id)
  const { data, error, refetch } = useAnswer('GET /api/container-scans/{id}', { path: { id } })
  const isNothing = useNothing(error, data)
  if (error && isNothing) return <NoSuchThing one="scan" error={error} retry={() => void refetch()} />
  if (!data) return <p className="muted">Reading the scan …</p>
  return (
    <article className="stack">
      <title>{`Scan of ${data.container.name} · Assay`}</title>
      <h1>Scan of {data.container.name}</h1>
      <div className="row">
        <State name={data.result} />
        {data.message !== null && (
          <span>
            <Said text={data.message} />
          </span>
        )}
      </div>
      <Facts>
        <Fact name="Where">
          <Link to={`/datastores/${data.datastore.id}` as string}>{data.datastore.name}</Link> /{' '}
          <Link to={`/containers/${data.container.id}` as string}>{data.container.name}</Link>
        </Fact>
        <Fact name="Run">
          <Link to={`/runs/${data.operation_id}` as string}>{data.operation_id}</Link>
        </Fact>
        <Fact name="Started">
          <Time at={data.start_time} />
        </Fact>
        {data.start_time !== null && (
          <Fact name="Took">
            <Lasted from={data.start_time} to={data.end_time} />
          </Fact>
        )}
        <Fact name="Rows read">{count(data.records_processed)}</Fact>
        <Fact name="Anomalies found">{count(data.anomaly_count)}</Fact>
        <Fact name="Resolved by it">{count(data.auto_resolved_anomaly_count)}</Fact>
      </Facts>
      <Findings id={id} datastoreId={data.datastore.id} />
      <Statements containerScanId={id} />
    </article>
  )
}

/** The verdicts and the failing rows, or why they are not shown. */
function Findings({ id, datastoreId }: { id: number; datastoreId: number }) {
  const refused = useRefusal(datastoreId, 'Viewer')
  if (refused !== null) return <p className="muted">Verdicts and failing rows are not shown. {refused}</p>
  return (
    <>
      <Verdicts key={id} id={id} />
      <RowsOf id={id} />
    </>
  )
}

/** What the scan said of each check, those with most anomalies first. */
function Verdicts({ id }: { id: number }) {
  const [page, go] = useState(1)
  const { data, error, refetch } = useAnswer(
    'GET /api/container-scans/{id}/checks',
    { path: { id }, query: { page, size: 100, sort_anomalies: 'desc' } },
    { keep: true },
  )
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return null
  return (
    <section className="stack" aria-label="Verdicts">
      <h2>Checks</h2>
      {data.total === 0 ? (
        <p className="muted">No check was judged.</p>
      ) : (
        <PlainTable
          label="Checks"
          heads={['Check', 'Verdict', 'Rows judged', 'Rows failing', 'Fields', 'Why', 'How']}
          rows={data.items.map((check) => [
            <Link key="to" to={`/checks/${check.id}` as string}>
              {check.description || check.rule_type}
            </Link>,
            <State key="verdict" name={check.assertion_result} />,
            check.asserted_records === null ? '—' : count(check.asserted_records),
            check.anomalous_records === null ? '—' : count(check.anomalous_records),
            check.fields.map(({ name }) => name).join(', '),
            check.assertion_details ?? '',
            <Button key="how" onClick={() => showEvidence(check)}>
              SQL and cost
            </Button>,
          ])}
        />
      )}
      <Pages
        {...{ page, go }}
        pages={data.pages}
        total={data.total}
        one="check"
        ways={['Previous', 'Next']}
      />
    </section>
  )
}
