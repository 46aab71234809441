import { useEffect, useState } from 'react'
import { useNarrow } from '../kit/narrow.ts'
import { useColumnWidths } from './column-widths.ts'
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
  /** Gives a column a width, pixels, as far as there is room beside those that stay; null: its usual one. */
  resize(key: string, width: number | null): void
  /** Gives all their usual widths; null: they have them. */
  resetWidths: (() => void) | null
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
  const { widths, put, reset } = useColumnWidths(label)
  const usual = columns.filter(({ key }, place) => place === 0 || !hidden.has(key))
  const wanted = usual.map((column) => ofWidth(column, widths.get(column.key)))
  const fitting = isNarrow ? columns : (thatFit(wanted, room) ?? thatFit(usual, room) ?? mostNeeded(usual))
  return {
    shown: fitting,
    hidden,
    resize(key, width) {
      const staying = wanted.filter((one) => one.key !== key && one.leaves === undefined)
      put(key, width, room === null ? Number.POSITIVE_INFINITY : room - gap - leastWidth(staying))
    },
    resetWidths: widths.size === 0 ? null : reset,
    crowded: new Set(usual.map(({ key }) => key).filter((key) => fitting.every((one) => one.key !== key))),
    hide(key, isHidden) {
      const next = new Set(hidden)
      if (isHidden) next.add(key)
      else next.delete(key)
      setHidden(next)
      localStorage.setItem(kept, [...next].filter(Boolean).join(','))
    },
  }
}

/** The column as wide as a person wants it, which leaves after those that nobody has drawn; undefined: as it is. */
function ofWidth<Row>(column: Column<Row>, width: number | undefined): Column<Row> {
  if (width === undefined) return column
  const { leaves } = column
  return { ...column, width: `${width}px`, ...(leaves !== undefined && { leaves: leaves + 100 }) }
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

/** The columns without those that are left out first, until the others fit; null: those that stay do not. */
function thatFit<Row>(columns: readonly Column<Row>[], room: number | null): readonly Column<Row>[] | null {
  if (room === null) return columns
  const leftOut = columns
    .filter(({ leaves }) => leaves !== undefined)
    .toSorted((one, other) => (one.leaves ?? 0) - (other.leaves ?? 0))
  let fitting = columns
  for (const first of leftOut) {
    if (leastWidth(fitting) <= room) break
    fitting = fitting.filter((one) => one !== first)
  }
  return leastWidth(fitting) <= room ? fitting : null
}

/** The columns that stay however little room there is. */
const mostNeeded = <Row>(columns: readonly Column<Row>[]) =>
  columns.filter(({ leaves }) => leaves === undefined)

function leastWidth(columns: readonly { width: string }[]): number {
  const tracks = columns.map(({ width }) => Number(/\d+(?=px)/.exec(width)?.[0] ?? 0))
  return tracks.reduce((sum, one) => sum + one + gap, around - gap)
}
