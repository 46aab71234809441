import type { ContainerMeasurement } from '../api/api.generated.ts'
import { Line } from '../charts/line.tsx'
import { seriesOf } from './measured.ts'
import './observing.css'

/** How many rows a container had over time, how large it was, and how old; `measurements` has the newest first. */
export function ContainerCharts({ measurements }: { measurements: readonly ContainerMeasurement[] }) {
  const all = seriesOf(measurements)
  if (all.length === 0)
    return <p className="muted">Nothing was measured in this time. A scan or a profile measures it.</p>
  return (
    <div className="lines">
      {all.map(({ name, caption, points }) => (
        <Line key={name} caption={caption} points={points} />
      ))}
    </div>
  )
}
