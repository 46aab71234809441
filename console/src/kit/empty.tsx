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
