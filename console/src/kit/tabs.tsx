import { useEffect, useRef, type ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { count as inDigits } from '../words/numbers.ts'

/** A tab: what it is called, how many things are behind it (left out: not counted), and the query of the address that opens it. */
export interface Tab {
  key: string
  word: string
  count?: ReactNode
  search: object
}

/** Views of one page as links, so that each has an address. */
export function Tabs({ label, tabs, open }: { label: string; tabs: readonly Tab[]; open: string }) {
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    if (row.current) showCurrent(row.current)
  }, [open])
  return (
    <nav aria-label={label} className="tabs" ref={row}>
      {tabs.map(({ key, word, count, search }) => (
        <Link
          key={key}
          to="."
          search={search as never}
          // Else the router takes one whose query is a part of the address for an open one, too.
          activeOptions={{ exact: true }}
          className="tab"
          aria-current={key === open ? 'page' : undefined}
        >
          {word}
          {count !== undefined && (
            <span className="count">{typeof count === 'number' ? inDigits(count) : count}</span>
          )}
        </Link>
      ))}
    </nav>
  )
}

/** Where there is no room for all tabs, moves the row so that the open one is seen whole; the page stays where it is. */
function showCurrent(row: HTMLElement): void {
  const current = row.querySelector('[aria-current]')?.getBoundingClientRect()
  const { left, right } = row.getBoundingClientRect()
  if (!current) return
  if (current.right > right) row.scrollLeft += current.right - right
  else if (current.left < left) row.scrollLeft -= left - current.left
}
