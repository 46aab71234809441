import type { ContainerMeasurement } from '../api/api.generated.ts'
import type { Point } from '../charts/line.tsx'
import { bytes, count } from '../words/numbers.ts'
import { span } from '../words/times.ts'

/** Something that is measured of a container: its points, the oldest first, and what they say in a sentence. */
export interface Series {
  name: string
  points: Point[]
  caption: string
}

/** What was measured of a container, without what was not; `measurements` has the newest first. */
export function seriesOf(measurements: readonly ContainerMeasurement[]): Series[] {
  const rows = pointsOf(measurements, ({ row_count }) => row_count, count)
  const sizes = pointsOf(
    measurements,
    ({ size_bytes }) => size_bytes,
    (value) => `${count(value)} B`,
  )
  const ages = pointsOf(measurements, ageOf, span)
  return [
    { name: 'Rows', points: rows, caption: `Rows: ${movementOf(rows, count)}` },
    { name: 'Size', points: sizes, caption: `Size: ${movementOf(sizes, bytes)}` },
    { name: 'Age', points: ages, caption: `Modified ${ages.at(-1)?.words} before it was measured last` },
  ].filter(({ points }) => points.length > 0)
}

/** How long before the measurement it was modified, milliseconds; null: that was not measured. */
function ageOf({ measurement_time, last_modification_time }: ContainerMeasurement): number | null {
  if (last_modification_time === null) return null
  return Math.max(0, Date.parse(measurement_time) - Date.parse(last_modification_time))
}

function pointsOf(
  measurements: readonly ContainerMeasurement[],
  valueOf: (measurement: ContainerMeasurement) => number | null,
  wordsOf: (value: number) => string,
): Point[] {
  return measurements.toReversed().flatMap((measurement) => {
    const value = valueOf(measurement)
    return value === null ? [] : [{ at: measurement.measurement_time, value, words: wordsOf(value) }]
  })
}

/** How it stands, and how far it moved since the first point. */
function movementOf(points: readonly Point[], wordsOf: (value: number) => string): string {
  const now = points.at(-1)?.value ?? 0
  if (points.length < 2) return `${wordsOf(now)}, measured once`
  const change = now - (points[0]?.value ?? 0)
  if (change === 0) return `${wordsOf(now)}, as at first`
  return `${wordsOf(now)}, ${wordsOf(Math.abs(change))} ${change > 0 ? 'more' : 'less'} than at first`
}
