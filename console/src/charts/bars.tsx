import { count } from '../words/numbers.ts'
import { AsTable } from './as-table.tsx'
import './charts.css'

/** A day of a chart: the parts that its bar is made of, each of a series. */
export interface Bar {
  label: string
  parts: readonly { series: string; value: number; style: 'pass' | 'fail' | 'unasserted' | 'accent' }[]
}

const width = 640
const height = 120

/** Amounts by day, the parts of a day on top of one another; the same figures can be read as a table. */
export function Bars({ caption, bars }: { caption: string; bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0)))
  const step = width / Math.max(1, bars.length)
  return (
    <figure className="chart">
      <figcaption>{caption}</figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={caption}>
        <line x1="0" x2={width} y1={height - 0.5} y2={height - 0.5} className="axis" />
        {bars.map(({ label, parts }, index) => {
          let top = height
          return parts.map(({ series, value, style }) => {
            const size = (value / most) * (height - 4)
            top -= size
            return (
              <rect
                key={`${label} ${series}`}
                className={style}
                x={index * step + 1}
                width={Math.max(1, step - 2)}
                y={top}
                height={size}
              >
                <title>{`${label}: ${count(value)} ${series}`}</title>
              </rect>
            )
          })
        })}
      </svg>
      <div className="row ends">
        <span>{bars[0]?.label}</span>
        <span className="legend">
          {bars[0]?.parts.map(({ series, style }) => (
            <span key={series}>
              <i className={style} /> {series}
            </span>
          ))}
        </span>
        <span>{bars.at(-1)?.label}</span>
      </div>
      <AsTable
        caption={caption}
        heads={['Day', ...(bars[0]?.parts ?? []).map(({ series }) => series)]}
        rows={bars.map(({ label, parts }) => [label, ...parts.map(({ value }) => count(value))])}
      />
    </figure>
  )
}
