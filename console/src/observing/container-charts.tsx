import type { ContainerMeasurement } from '../api/api.generated.ts'
import { Line, Sketch } from '../charts/line.tsx'
import { useNarrow } from '../kit/narrow.ts'
import { seriesOf, type Series } from './measured.ts'
import './observing.css'

/** How many rows a container had over time, how large it was, and how old; `measurements` has the newest first. `isOneOfMany`: on a narrow screen the charts unfold from what they say. */
export function ContainerCharts({
  measurements,
  isOneOfMany = false,
}: {
  measurements: readonly ContainerMeasurement[]
  isOneOfMany?: boolean
}) {
  const isNarrow = useNarrow()
  const all = seriesOf(measurements)
  if (all.length === 0)
    return <p className="muted">Nothing was measured in this time. A scan or a profile measures it.</p>
  if (!isOneOfMany || !isNarrow) return <Charts all={all} />
  return (
    <details className="in-short">
      <summary>
        {all.map(({ name, caption, points }) => (
          <span key={name} className="row">
            {caption}
            <Sketch points={points} />
          </span>
        ))}
      </summary>
      <Charts all={all} />
    </details>
  )
}

function Charts({ all }: { all: readonly Series[] }) {
  return (
    <div className="lines">
      {all.map(({ name, caption, points }) => (
        <Line key={name} caption={caption} points={points} />
      ))}
    </div>
  )
}
