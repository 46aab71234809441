import { useRef, type ReactNode } from 'react'
import { useFolding } from './folding.ts'
import './plain-table.css'

/**
 * A short table, drawn whole, that scrolls sideways in itself. `heads` are its columns; `rows` the cells of each row. Where there is no room
 * for that, each row is a block of its own, in which the heads stand beside the cells; not so where `isOfValues`, as these are looked at along their columns.
 * `keys` say what each row is about, where something is written or done in it: a sheet that is open stays with its thing when rows come and go (default: nothing is).
 */
export function PlainTable({
  label,
  heads,
  rows,
  keys = [],
  isOfValues = false,
}: {
  label: string
  heads: readonly string[]
  rows: readonly (readonly ReactNode[])[]
  keys?: readonly (string | number)[]
  isOfValues?: boolean
}) {
  const box = useRef<HTMLDivElement>(null)
  const isFolded = useFolding(box) && !isOfValues
  return (
    <div
      ref={box}
      className={`plain-table ${isFolded ? 'in-blocks' : ''} ${isOfValues ? 'of-values' : ''}`}
      tabIndex={0}
      role="group"
      aria-label={label}
    >
      {/* Their roles are said, since rows that are blocks are no rows to the browser. */}
      <table role="table">
        <thead role="rowgroup">
          <tr role="row">
            {heads.map((head) => (
              <th key={head} scope="col" role="columnheader">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((cells, index) => (
            <tr key={keys[index] ?? index} role="row">
              {cells.map((cell, place) => (
                <td key={place} role="cell" data-head={isNamed(cell, place) ? heads[place] : undefined}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Whether a cell needs its head beside it: the first says itself what the row is about, unless it is a number. */
function isNamed(cell: ReactNode, place: number): boolean {
  return place > 0 || typeof cell === 'number'
}
