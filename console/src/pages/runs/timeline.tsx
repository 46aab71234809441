import { useNavigate } from '@tanstack/react-router'
import { useAnswer } from '../../api/answers.ts'
import { kindOf } from '../../words/runs.ts'
import { counted } from '../../words/numbers.ts'
import { duration } from '../../words/times.ts'
import { dayAgo, lanesOf, type Lane } from './lanes.ts'
import './timeline.css'

/** Runs that are drawn at most, the newest ones. */
const most = 200
const width = 640
const lane = 18
/** So that a short run can still be pointed at. */
const least = 3

/** The runs of the last 24 hours as bars, a lane for each datastore; the list below says the same in words. `datastore` narrows it. */
export function Timeline({ datastore }: { datastore: readonly number[] }) {
  const from = dayAgo()
  const { data } = useAnswer(
    'GET /api/operations',
    {
      query: {
        start_date: new Date(from).toISOString().slice(0, 10),
        datastore: [...datastore],
        containers: 'none',
        sort_created: 'desc',
        size: most,
      },
    },
    { keep: true, every: 60_000 },
  )
  const lanes = lanesOf(data?.items ?? [], from)
  const caption = data ? captionOf(lanes, data.total) : 'The last 24 hours'
  // Also before the answer, and where nothing ran: what comes later must not move the list below.
  return (
    <figure className="timeline">
      <figcaption>{caption}</figcaption>
      {/* Many lanes scroll in themselves, also by keys. */}
      <div className="lanes" role="img" aria-label={caption} tabIndex={0}>
        {lanes.map((one) => (
          <LaneOf key={one.name} lane={one} />
        ))}
      </div>
      <div className="row ends">
        <span>24 h ago</span>
        <span className="push">now</span>
      </div>
    </figure>
  )
}

function captionOf(lanes: readonly Lane[], total: number): string {
  const drawn = lanes.reduce((sum, { bars }) => sum + bars.length, 0)
  if (drawn === 0) return 'Nothing ran in the last 24 hours'
  return `${counted(drawn, 'run')} in the last 24 hours${total > most ? `, of the newest ${most}` : ''}`
}

function LaneOf({ lane: { name, bars } }: { lane: Lane }) {
  const navigate = useNavigate()
  return (
    <>
      <span className="cut muted">{name}</span>
      <svg viewBox={`0 0 ${width} ${lane}`} preserveAspectRatio="none">
        <line x1={0} x2={width} y1={lane - 0.5} y2={lane - 0.5} className="axis" />
        {bars.map(({ run, from, to }) => (
          <rect
            key={run.id}
            className={run.result}
            x={Math.min(width - least, from * width)}
            width={Math.max(least, (to - from) * width)}
            y={run.result === 'success' ? 6 : 2}
            height={run.result === 'success' ? lane - 8 : lane - 4}
            onClick={() => void navigate({ to: `/runs/${run.id}` as string })}
          >
            <title>
              {`${kindOf(run)} ${run.id}: ${run.result}, ${duration(run.start_time ?? run.created, run.end_time)}`}
            </title>
          </rect>
        ))}
      </svg>
    </>
  )
}
