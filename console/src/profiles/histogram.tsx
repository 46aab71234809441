import type { Bin } from './distribution.ts'
import './profiles.css'

/** A line across the values: what it is, and where. */
export interface Limit {
  name: string
  at: number
}

const width = 640
const height = 160

/** How the values of a field are spread, with the limits of its checks drawn into it. `caption` says it in words. */
export function Histogram({
  caption,
  bins,
  limits,
}: {
  caption: string
  bins: readonly Bin[]
  limits: readonly Limit[]
}) {
  const [first] = bins
  const last = bins.at(-1)
  if (first === undefined || last === undefined) return null
  const most = Math.max(...bins.map(({ share }) => share))
  const placeOf = (value: number) => ((value - first.from) / (last.to - first.from)) * width
  const inside = limits.filter(({ at }) => at >= first.from && at <= last.to)
  return (
    <figure className="histogram">
      <figcaption>{caption}</figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={caption}>
        {bins.map(({ from, to, share }) => (
          <rect
            key={from}
            className="bar"
            x={placeOf(from)}
            width={Math.max(1, placeOf(to) - placeOf(from) - 1)}
            y={height - (share / most) * height}
            height={(share / most) * height}
          >
            <title>{`${spoken(from)} to ${spoken(to)}: about ${Number((share * 100).toPrecision(3))} %`}</title>
          </rect>
        ))}
        {inside.map(({ name, at }) => (
          <line key={`${name} ${at}`} className="limit" x1={placeOf(at)} x2={placeOf(at)} y1={0} y2={height}>
            <title>{name}</title>
          </line>
        ))}
      </svg>
      <div className="row muted">
        <span>{first.from}</span>
        <span className="push">{last.to}</span>
      </div>
      {limits.length > 0 && (
        <ul className="limits">
          {limits.map(({ name, at }) => (
            <li key={`${name} ${at}`}>
              {name}
              {!inside.some((limit) => limit.at === at) && ' (outside of what was found)'}
            </li>
          ))}
        </ul>
      )}
    </figure>
  )
}

function spoken(value: number): string {
  return String(Number(value.toPrecision(6)))
}
