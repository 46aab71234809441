import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** In the place of a list without rows: why it is empty, and the next act. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children}
    </div>
  )
}

/** In the place of a list that filters leave without rows, with the way out of them; `kept` is what the address keeps then (default: nothing). */
export function NothingLikeThat({ title, kept = {} }: { title: string; kept?: Record<string, string> }) {
  return (
    <Empty title={title}>
      <Link to="." search={kept as never}>
        Show all of them
      </Link>
    </Empty>
  )
}
