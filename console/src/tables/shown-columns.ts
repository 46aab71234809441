import { useEffect, useState } from 'react'
import { useNarrow } from '../kit/narrow.ts'
import type { Column } from './table.tsx'

/** Between two columns, and around all of them, pixels; as the style sheet has them. */
const gap = 12
const around = 44

/** The columns of a list, and which of them are not shown. */
export interface ShownColumns<Row> {
  shown: readonly Column<Row>[]
  /** Keys of those that the person has hidden in this browser. */
  hidden: ReadonlySet<string>
  /** Keys of those for which there is no room; they come back with it. */
  crowded: ReadonlySet<string>
  hide(key: string, isHidden: boolean): void
}

/** Which columns of the list with this label are shown: without what the person has hidden, and as many as fit the box. */
export function useShownColumns<Row>(
  label: string,
  columns: readonly Column<Row>[],
  box: HTMLElement | null,
): ShownColumns<Row> {
  const kept = `assay-hidden-columns-${label}`
  const [hidden, setHidden] = useState<ReadonlySet<string>>(
    () => new Set((localStorage.getItem(kept) ?? '').split(',')),
  )
  const room = useRoom(box)
  const isNarrow = useNarrow()
  const wanted = columns.filter(({ key }, place) => place === 0 || !hidden.has(key))
  const fitting = isNarrow ? columns : thatFit(wanted, room)
  return {
    shown: fitting,
    hidden,
    crowded: new Set(wanted.filter((one) => !fitting.includes(one)).map(({ key }) => key)),
    hide(key, isHidden) {
      const next = new Set(hidden)
      if (isHidden) next.add(key)
      else next.delete(key)
      setHidden(next)
      localStorage.setItem(kept, [...next].filter(Boolean).join(','))
    },
  }
}

/** The width of a box, pixels; null: not measured yet. */
function useRoom(box: HTMLElement | null): number | null {
  const [room, setRoom] = useState<number | null>(null)
  useEffect(() => {
    if (box === null) return
    const observer = new ResizeObserver(() => setRoom(box.clientWidth))
    observer.observe(box)
    return () => observer.disconnect()
  }, [box])
  return room
}

/** The columns without those that are left out first, until the others fit. */
function thatFit<Row>(columns: readonly Column<Row>[], room: number | null): readonly Column<Row>[] {
  if (room === null) return columns
  const leftOut = columns
    .filter(({ leaves }) => leaves !== undefined)
    .toSorted((one, other) => (one.leaves ?? 0) - (other.leaves ?? 0))
  let fitting = columns
  for (const first of leftOut) {
    if (leastWidth(fitting) <= room) break
    fitting = fitting.filter((one) => one !== first)
  }
  return fitting
}

function leastWidth(columns: readonly { width: string }[]): number {
  const tracks = columns.map(({ width }) => Number(/\d+(?=px)/.exec(width)?.[0] ?? 0))
  return tracks.reduce((sum, one) => sum + one + gap, around - gap)
}
