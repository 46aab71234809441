import type { ReactNode } from 'react'
import { PlainTable } from '../kit/plain-table.tsx'

/** The figures of a chart for who cannot see it or wants them exactly, folded; `caption` is that of the chart. */
export function AsTable({
  caption,
  heads,
  rows,
}: {
  caption: string
  heads: readonly string[]
  rows: readonly (readonly ReactNode[])[]
}) {
  return (
    <details>
      <summary>As a table</summary>
      <PlainTable isOfValues label={caption} heads={heads} rows={rows} />
    </details>
  )
}
