import { useState, type PointerEvent } from 'react'
import type { Bin } from './distribution.ts'
import './profiles.css'

/** A line across the values: what it is, and where. */
export interface Limit {
  name: string
  at: number
}

/** A part of the values of a field, both ends belong to it. */
export interface Range {
  from: number
  to: number
}

const width = 640
const height = 160

/** Drawn shorter than this, a line of the pointer is a click, of 640. */
const click = 4

/**
 * How the values of a field are spread, with the limits of its checks drawn into it. `caption` says it in words.
 * `range` is what was chosen of it (null: nothing); `choose` takes what somebody draws over it, null for a click.
 */
export function Histogram({
  caption,
  bins,
  limits,
  range,
  choose,
}: {
  caption: string
  bins: readonly Bin[]
  limits: readonly Limit[]
  range: Range | null
  choose: (range: Range | null) => void
}) {
  const { drawn, ...drawing } = useDrawing(choose, bins)
  const [first] = bins
  const last = bins.at(-1)
  if (first === undefined || last === undefined) return null
  const most = Math.max(...bins.map(({ share }) => share))
  const placeOf = (value: number) => ((value - first.from) / (last.to - first.from)) * width
  const inside = limits.filter(({ at }) => at >= first.from && at <= last.to)
  const marked = drawn ?? range
  return (
    <figure className="histogram">
      <figcaption>{caption}</figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={caption} {...drawing}>
        {marked !== null && (
          <rect
            className="chosen"
            x={placeOf(marked.from)}
            width={Math.max(1, placeOf(marked.to) - placeOf(marked.from))}
            y={0}
            height={height}
          />
        )}
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
      <Legend limits={limits} inside={inside} />
    </figure>
  )
}

/** The limits by name, with those that are not among the values. */
function Legend({ limits, inside }: { limits: readonly Limit[]; inside: readonly Limit[] }) {
  if (limits.length === 0) return null
  return (
    <ul className="limits">
      {limits.map(({ name, at }) => (
        <li key={`${name} ${at}`}>
          {name}
          {!inside.some((limit) => limit.at === at) && ' (outside of what was found)'}
        </li>
      ))}
    </ul>
  )
}

/** What is being drawn over the values with a pointer; null: nothing is. */
function useDrawing(choose: (range: Range | null) => void, bins: readonly Bin[]) {
  const [start, setStart] = useState<number | null>(null)
  const [end, setEnd] = useState<number | null>(null)
  const placeIn = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const { left, width: shown } = currentTarget.getBoundingClientRect()
    return Math.min(width, Math.max(0, ((clientX - left) / shown) * width))
  }
  const rangeOf = (one: number, other: number): Range | null => {
    const least = bins[0]?.from ?? 0
    const perPlace = ((bins.at(-1)?.to ?? 0) - least) / width
    const [low, high] = [Math.min(one, other), Math.max(one, other)]
    return high - low < click ? null : { from: least + low * perPlace, to: least + high * perPlace }
  }
  return {
    drawn: start === null || end === null ? null : rangeOf(start, end),
    onPointerDown: (event: PointerEvent<SVGSVGElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      setStart(placeIn(event))
      setEnd(null)
    },
    onPointerMove: (event: PointerEvent<SVGSVGElement>) => {
      if (start !== null) setEnd(placeIn(event))
    },
    onPointerUp: (event: PointerEvent<SVGSVGElement>) => {
      if (start !== null) choose(rangeOf(start, placeIn(event)))
      setStart(null)
    },
    onPointerCancel: () => setStart(null),
  }
}

function spoken(value: number): string {
  return String(Number(value.toPrecision(6)))
}
