import { Time } from '../kit/time.tsx'
import { AsTable } from './as-table.tsx'
import './charts.css'

/** What was measured at a time. */
export interface Point {
  at: string
  value: number
  /** The value for people, with all its digits. */
  words: string
  /** True: a check failed by it (default: false). */
  isFailing?: boolean
}

/** Between which values it should be; null: there is no bound. */
export interface Band {
  min: number | null
  max: number | null
}

const width = 640
const height = 120
/** Room above and below the line, so that its dots are whole. */
const margin = 6

const noBand: Band = { min: null, max: null }

/** How something measured moved over time, the oldest first, with the bounds of a check drawn into it; the same figures can be read as a table. */
export function Line({
  caption,
  points,
  band = noBand,
}: {
  caption: string
  points: readonly Point[]
  band?: Band
}) {
  const [first] = points
  const last = points.at(-1)
  if (first === undefined || last === undefined) return null
  return (
    <figure className="chart">
      <figcaption>{caption}</figcaption>
      {/* A single point says nothing beside its words, unless there are bounds to see it between. */}
      {(points.length > 1 || band !== noBand) && <Drawing caption={caption} points={points} band={band} />}
      <div className="row ends">
        <Time at={first.at} />
        {points.length > 1 && (
          <>
            <span>{spreadOf(points)}</span>
            <Time at={last.at} />
          </>
        )}
      </div>
      <AsTable
        caption={caption}
        heads={['Measured', 'Value']}
        rows={points
          .toReversed()
          .map(({ at, words, isFailing = false }) => [
            <Time key="at" at={at} isExact />,
            `${words}${isFailing ? ', failed' : ''}`,
          ])}
      />
    </figure>
  )
}

/** The course alone, for the eye: the words beside it say what it is of. Nothing of a single point. */
export function Sketch({ points }: { points: readonly Point[] }) {
  if (points.length < 2) return null
  const { x, y } = scalesOf(points, noBand)
  return (
    <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" className="sketch" aria-hidden="true">
      <polyline className="line" points={points.map(({ at, value }) => `${x(at)},${y(value)}`).join(' ')} />
    </svg>
  )
}

/** Between which values it moved. */
function spreadOf(points: readonly Point[]): string {
  const inOrder = points.toSorted((one, other) => one.value - other.value)
  const [lowest, highest] = [inOrder[0], inOrder.at(-1)]
  return lowest?.value === highest?.value ? '' : `${lowest?.words} to ${highest?.words}`
}

function Drawing({ caption, points, band }: { caption: string; points: readonly Point[]; band: Band }) {
  const { x, y } = scalesOf(points, band)
  const places = points.map((point) => ({ ...point, x: x(point.at), y: y(point.value) }))
  const bounds = [band.min, band.max].filter((bound) => bound !== null)
  return (
    <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={caption}>
      <line x1="0" x2={width} y1={height - 0.5} y2={height - 0.5} className="axis" />
      {bounds.length > 0 && (
        <rect
          className="band"
          x="0"
          width={width}
          y={band.max === null ? 0 : y(band.max)}
          height={(band.min === null ? height : y(band.min)) - (band.max === null ? 0 : y(band.max))}
        />
      )}
      {bounds.map((bound) => (
        <line key={bound} x1="0" x2={width} y1={y(bound)} y2={y(bound)} className="bound" />
      ))}
      <polyline className="line" points={places.map(({ x, y }) => `${x},${y}`).join(' ')} />
      {places.map(({ at, words, isFailing = false, x, y }, index) => (
        <g key={`${at} ${index}`} className={isFailing ? 'point failing' : 'point'}>
          {isFailing && <line x1={x} x2={x} y1="0" y2={height} />}
          {/* A line without a length, as a circle would be drawn out of shape with the picture. */}
          <path d={`M${x} ${y}h0.01`} />
          <rect {...columnOf(places, index)} y="0" height={height}>
            <title>{`${at}: ${words}${isFailing ? ', failed' : ''}`}</title>
          </rect>
        </g>
      ))}
    </svg>
  )
}

/** Where instants and values stand in the picture; bounds are in it too. */
function scalesOf(points: readonly Point[], { min, max }: Band) {
  const times = points.map(({ at }) => Date.parse(at))
  const values = [...points.map(({ value }) => value), min, max].filter((value) => value !== null)
  const [begin, end] = [Math.min(...times), Math.max(...times)]
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const inner = height - 2 * margin
  return {
    x: (at: string) =>
      begin === end ? width / 2 : margin + ((Date.parse(at) - begin) / (end - begin)) * (width - 2 * margin),
    y: (value: number) =>
      low === high ? height / 2 : height - margin - ((value - low) / (high - low)) * inner,
  }
}

/** The part of the picture that is nearer to a point than to others: there its words are shown. */
function columnOf(places: readonly { x: number }[], index: number): { x: number; width: number } {
  const here = places[index]?.x ?? 0
  const from = index === 0 ? 0 : ((places[index - 1]?.x ?? 0) + here) / 2
  const to = index === places.length - 1 ? width : ((places[index + 1]?.x ?? 0) + here) / 2
  return { x: from, width: to - from }
}
