import type { ReactNode } from 'react'

/** The figures of a chart for who cannot see it or wants them exactly, folded; `rows` have a cell for each of `heads`. */
export function AsTable({
  heads,
  rows,
}: {
  heads: readonly string[]
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}) {
  return (
    <details>
      <summary>As a table</summary>
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
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {heads.map((head, place) => (
                <td key={head}>{cells[place]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
