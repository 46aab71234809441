import { Link } from '@tanstack/react-router'
import type { ObservedContainer } from '../../api/api.generated.ts'
import { useAnswer } from '../../api/answers.ts'
import { Empty, NothingLikeThat } from '../../kit/empty.tsx'
import { Failure } from '../../kit/failure.tsx'
import { pageNumber, Pages } from '../../kit/pages.tsx'
import { State } from '../../kit/state.tsx'
import { Time } from '../../kit/time.tsx'
import { ContainerCharts } from '../../observing/container-charts.tsx'
import { useAddress } from '../../shell/search.ts'
import { ListFilters } from '../../sources/list-filters.tsx'
import { OnceConnected } from '../../sources/nothing-seen.tsx'
import { counted } from '../../words/numbers.ts'
import { times } from './times.ts'

/** How many tables and files a page has: each has charts. */
const size = 10

/** How tables and files change from scan to scan, which checks watch that, and what they found. */
export default function Observability() {
  const { one, all, change } = useAddress()
  const page = pageNumber(one('page'))
  const search = one('search')?.trim() ?? ''
  const query = {
    ...(search !== '' && { search }),
    ...(Number(one('datastore')) > 0 && { datastore: [Number(one('datastore'))] }),
    ...(all('tag').length > 0 && { tag: all('tag') }),
  }
  const isNarrowed = Object.keys(query).length > 0 || page > 1
  const timeframe = times.find(([known]) => known === one('time'))?.[0] ?? 'month'
  const { data, error, refetch } = useAnswer(
    'GET /api/observability',
    { query: { ...query, timeframe, page, size } },
    { keep: true },
  )
  return (
    <div className="stack">
      <title>Observability · Assay</title>
      <h1>Observability</h1>
      <p>How tables and files change, as syncs, profiles and scans measured them.</p>
      <ListFilters
        list="observability"
        words="Name or id"
        filters={['datastore', 'tag', { member: 'time', label: 'Over', values: times }]}
      />
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {!error && !data && <p className="muted">Reading what was measured …</p>}
      {data?.items.length === 0 &&
        (isNarrowed ? <NothingLikeThat title="No table or file is like that" /> : <NothingKnown />)}
      {data?.items.map((observed) => (
        <Observed key={observed.container.id} observed={observed} />
      ))}
      {data && (
        <Pages
          {...data}
          page={page}
          one="table or file"
          many="tables and files"
          ways={['Before', 'After']}
          go={(to) => change({ page: String(to) })}
        />
      )}
    </div>
  )
}

/** One table or file, with its charts and what watches it. */
function Observed({ observed }: { observed: ObservedContainer }) {
  const { container, datastore, measurements, checks, anomaly_count } = observed
  return (
    <section className="observed" aria-labelledby={`container-${container.id} of-${container.id}`}>
      <div className="row">
        <h2 id={`container-${container.id}`}>
          <Link to={`/containers/${container.id}` as string} search={{ tab: 'observability' } as never}>
            {container.name}
          </Link>
        </h2>
        <Link id={`of-${container.id}`} to={`/datastores/${datastore.id}` as string} className="muted">
          {datastore.name}
        </Link>
        {anomaly_count > 0 && (
          <Link
            to={'/anomalies' as string}
            search={{ quality_check: checks.map(({ id }) => String(id)) } as never}
            className="push"
          >
            {counted(anomaly_count, 'open anomaly', 'open anomalies')}
          </Link>
        )}
      </div>
      <ContainerCharts measurements={measurements} isOneOfMany />
      {checks.length === 0 ? (
        <p className="muted">No check watches it.</p>
      ) : (
        <ul className="watching" aria-label={`Checks that watch ${container.name}`}>
          {checks.map((check) => (
            <li key={check.id} className="row">
              <State name={check.is_passing === null ? 'none' : check.is_passing ? 'passed' : 'failed'} />
              <Link to={`/checks/${check.id}` as string}>{check.description || check.rule_type}</Link>
              <span className="muted">
                <Time at={check.last_asserted} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** In the place of the list before a sync has found something that the person may see. */
function NothingKnown() {
  return (
    <OnceConnected>
      <Empty title="No table or file is known yet">
        <p>A sync lists what a datastore holds, and measures it.</p>
      </Empty>
    </OnceConnected>
  )
}
