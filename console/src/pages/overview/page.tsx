import { Link } from '@tanstack/react-router'
import { useAnswer } from '../../api/answers.ts'
import { Failure } from '../../kit/failure.tsx'
import { Select } from '../../kit/fields.tsx'
import { useAddress } from '../../shell/search.ts'
import { NoDatastore } from '../../sources/no-datastore.tsx'
import { useNothingSeen } from '../../sources/nothing-seen.tsx'
import { Figures } from './figures.tsx'
import { Heaviest } from './heaviest.tsx'
import { LatestRuns } from './latest-runs.tsx'
import { TrendCharts, TrendsToCome } from './trends.tsx'
import { usePast } from './use-past.ts'
import './overview.css'

/** Times that the charts can show, the first by default. */
const times = [
  ['month', 'a month'],
  ['week', 'a week'],
  ['quarter', 'a quarter'],
  ['year', 'a year'],
] as const

/** What needs somebody today, and whether it is getting better. */
export default function Overview() {
  const address = useAddress()
  const timeframe = times.find(([known]) => known === address.one('time'))?.[0] ?? 'month'
  const known = useNothingSeen()
  return (
    <div className="stack">
      <title>Overview · Assay</title>
      <div className="row">
        <h1>Overview</h1>
        <span className="push" />
        {known === null && (
          <Select
            label="Trends over"
            isInline
            value={timeframe}
            options={times}
            onChange={({ target }) => address.change({ time: target.value })}
          />
        )}
      </div>
      {known === null ? <Today timeframe={timeframe} /> : <NoDatastore known={known} />}
    </div>
  )
}

/** The figures of now, the trends, and the lists to begin with. */
function Today({ timeframe }: { timeframe: (typeof times)[number][0] }) {
  const trends = useAnswer('GET /api/overview/trends', { query: { timeframe } }, { keep: true })
  const past = usePast(trends)
  return (
    <>
      <Figures past={past} />
      {trends.data && <TrendCharts trends={trends.data} />}
      {!trends.data && !trends.error && <TrendsToCome />}
      {trends.error && !trends.data && <Failure error={trends.error} retry={() => void trends.refetch()} />}
      <div className="columns">
        <section>
          <div className="row">
            <h2>Heaviest anomalies</h2>
            <Link to="/anomalies">all</Link>
          </div>
          <Heaviest />
        </section>
        <section>
          <div className="row">
            <h2>Latest runs</h2>
            <Link to="/runs">all</Link>
          </div>
          <LatestRuns />
        </section>
      </div>
    </>
  )
}
