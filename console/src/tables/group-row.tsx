import { Link } from '@tanstack/react-router'
import { count } from '../words/numbers.ts'
import { visible } from '../words/texts.ts'
import type { GroupHead } from './paged-list.ts'

/** The line at the head of a group: a click or Enter shows its rows, and puts them away. */
export function GroupRow({
  head: { label, count: rows, isOpen, toggle, alone },
  index,
  columns,
  top,
  height,
  isEntry,
}: {
  head: GroupHead
  /** Its line in the list, from 0. */
  index: number
  /** How many columns it goes over. */
  columns: number
  /** Where it is drawn, pixels. */
  top: number
  height: number
  /** True: Tab enters the list here. */
  isEntry: boolean
}) {
  return (
    <div
      className="tr group"
      role="row"
      aria-rowindex={index + 2}
      data-index={index}
      tabIndex={isEntry ? 0 : -1}
      style={{ transform: `translateY(${top}px)`, height }}
      onClick={({ target }) => {
        if (!(target as Element).closest('a')) toggle()
      }}
    >
      <span role="gridcell" aria-colindex={1} aria-colspan={columns} className="group-cell">
        {/* The line itself has the focus and the keys. */}
        <span role="button" className="group-head" aria-expanded={isOpen}>
          <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span>
          <span className="cut" title={label}>
            {visible(label)}
          </span>
          <b>{count(rows)}</b>
        </span>
        <Link to="." search={alone as never} tabIndex={-1}>
          only these<span className="unseen">: {visible(label)}</span>
        </Link>
      </span>
    </div>
  )
}
