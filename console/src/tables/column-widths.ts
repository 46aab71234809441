import { useState } from 'react'

/** No column is narrower, pixels. */
const least = 48

/** The widths that a person has given to columns of a list, in this browser. */
export interface ColumnWidths {
  /** Pixels, by key; a column that is not among them has its usual width. */
  widths: ReadonlyMap<string, number>
  /** Gives a column a width, at most `most`; null: its usual one. */
  put(key: string, width: number | null, most: number): void
  /** Gives every column its usual width. */
  reset(): void
}

/** The widths of the list with this label. */
export function useColumnWidths(label: string): ColumnWidths {
  const kept = `assay-column-widths-${label}`
  const [widths, setWidths] = useState(() => readWidths(localStorage.getItem(kept)))
  const write = (next: ReadonlyMap<string, number>) => {
    setWidths(next)
    localStorage.setItem(kept, JSON.stringify([...next]))
  }
  return {
    widths,
    put(key, width, most) {
      const next = new Map(widths)
      if (width === null) next.delete(key)
      else next.set(key, Math.round(Math.max(least, Math.min(width, most))))
      write(next)
    },
    reset: () => write(new Map()),
  }
}

/** What was kept; nothing where that cannot be read. */
function readWidths(text: string | null): ReadonlyMap<string, number> {
  try {
    const kept: unknown = JSON.parse(text ?? '[]')
    return new Map(Array.isArray(kept) ? (kept as [string, number][]) : [])
  } catch {
    return new Map()
  }
}
