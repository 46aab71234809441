import type { ReactNode } from 'react'
import './plain-table.css'

/**
 * A short table, drawn whole, that scrolls sideways in itself. `heads` are its columns; `rows` the cells of each row.
 * `keys` say what each row is about, where something is written or done in it: a sheet that is open stays with its thing when rows come and go (default: nothing is).
 */
export function PlainTable({
  label,
  heads,
  rows,
  keys = [],
}: {
  label: string
  heads: readonly string[]
  rows: readonly (readonly ReactNode[])[]
  keys?: readonly (string | number)[]
}) {
  return (
    <div className="plain-table" tabIndex={0} role="group" aria-label={label}>
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, index) => (
            <tr key={keys[index] ?? index}>
              {cells.map((cell, place) => (
                <td key={place}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
