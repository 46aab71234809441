import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'

/** A tab: what it is called, how many things are behind it (left out: not counted), and the query of the address that opens it. */
export interface Tab {
  key: string
  word: string
  count?: ReactNode
  search: object
}

/** Views of one page as links, so that each has an address. */
export function Tabs({ label, tabs, open }: { label: string; tabs: readonly Tab[]; open: string }) {
  return (
    <nav aria-label={label} className="tabs">
      {tabs.map(({ key, word, count, search }) => (
        <Link
          key={key}
          to="."
          search={search as never}
          className="tab"
          aria-current={key === open ? 'page' : undefined}
        >
          {word}
          {count !== undefined && <span className="count">{count}</span>}
        </Link>
      ))}
    </nav>
  )
}
