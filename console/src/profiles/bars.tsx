import { count } from '../words/numbers.ts'
import './profiles.css'

/** Counts as bars below each other, each with its name and number. `of` is the whole, for the shares. */
export function Bars({
  label,
  bars,
  of,
}: {
  label: string
  bars: readonly (readonly [name: string, value: number])[]
  of: number
}) {
  const most = Math.max(1, ...bars.map(([, value]) => value))
  return (
    <figure className="bars">
      <figcaption>{label}</figcaption>
      <table>
        <tbody>
          {bars.map(([name, value], index) => (
            <tr key={index}>
              <th scope="row">
                <bdi>{name}</bdi>
              </th>
              <td>
                <svg width={160} height={10} aria-hidden="true">
                  <rect className="bar" width={Math.max(1, (160 * value) / most)} height={10} />
                </svg>
              </td>
              <td className="number">{count(value)}</td>
              <td className="number muted">
                {of === 0 ? '' : `${Number(((value / of) * 100).toPrecision(4))} %`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
