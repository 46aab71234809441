import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { Failure } from '../kit/failure.tsx'
import { readSearch } from '../shell/search.ts'
import type { PagedList } from './paged-list.ts'
import { useRowHeight } from './row-height.ts'
import { boxHeight, shiftOf, showRow, tallOptions } from './tall-list.ts'
import './table.css'

/** A column of a table. */
export interface Column<Row> {
  key: string
  head: string
  /** As a track of a CSS grid, such as `80px` or `minmax(120px, 1fr)`. */
  width: string
  cell(row: Row): ReactNode
  /** Where it stands on narrow screens: the first line (default), the second one, or nowhere. */
  narrow?: 'first' | 'second' | 'hidden'
  /** True: numbers, aligned at their end. */
  isNumeric?: boolean
}

interface Given<Row> {
  /** What the rows are. */
  label: string
  list: PagedList<Row>
  columns: readonly Column<Row>[]
  /** The address of a row below `/console`, with its query. */
  address(row: Row): string
  /** What stands in the place of rows when there are none. */
  empty: ReactNode
  /** The row that is shown beside the list; with it, a click previews instead of opening. */
  preview?: { key: number | null; keyOf(row: Row): number; show(row: Row): void }
  /** The rows that are chosen for an act on several. */
  chosen?: { has(row: Row): boolean; toggle(row: Row): void }
  /** Keys that act on the row in focus; true says that the key was taken. */
  onKey?: (row: Row, event: KeyboardEvent) => boolean
}

/** A list of any length as a grid: arrows, j and k move, Enter opens, x chooses. */
export function Table<Row>(given: Given<Row>) {
  const { label, list, columns, empty } = given
  const scroller = useRef<HTMLDivElement>(null)
  const height = useRowHeight()
  const count = list.total ?? 0
  const rows = useVirtualizer<HTMLDivElement, Element>({
    count,
    ...tallOptions,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 8,
  })
  useEffect(() => rows.measure(), [rows, height])
  const shift = shiftOf(rows)
  const shown = rows.getVirtualItems()
  const first = shown[0]?.index ?? 0
  const last = shown.at(-1)?.index ?? 0
  // Where Tab enters the list: a row in sight, since the browser scrolls to what it focuses.
  const entry = Math.min(last, Math.max(first, Math.ceil((rows.scrollOffset ?? 0) / height)))
  const { look } = list
  useEffect(() => look(first, last), [look, first, last])
  const keys = useRowKeys(given, scroller, (index) => {
    if (!showRow(rows, index)) rows.scrollToIndex(index)
  })
  if (list.error !== null) return <Failure error={list.error} retry={list.again} />
  if (list.total === 0) return <>{empty}</>
  return (
    <div
      className="table"
      role="grid"
      aria-label={label}
      aria-rowcount={count + 1}
      aria-colcount={columns.length}
      aria-busy={list.total === null}
      ref={scroller}
      onKeyDown={keys}
      style={{ '--columns': columns.map(({ width }) => width).join(' ') } as object}
    >
      <div className="tr head" role="row" aria-rowindex={1}>
        {columns.map(({ key, head, isNumeric }) => (
          <span key={key} role="columnheader" className={isNumeric ? 'th numeric' : 'th'}>
            {head}
          </span>
        ))}
      </div>
      <div role="rowgroup" className="rows" style={{ height: boxHeight(rows) }}>
        {shown.map(({ index, start }) => (
          <TableRow
            key={index}
            index={index}
            start={start - shift}
            height={height}
            isFirst={index === entry}
            {...given}
          />
        ))}
      </div>
    </div>
  )
}

function TableRow<Row>({
  index,
  start,
  height,
  isFirst,
  ...given
}: Given<Row> & { index: number; start: number; height: number; isFirst: boolean }) {
  const { list, columns, address, preview, chosen } = given
  const row = list.rowAt(index)
  const isShown = row !== undefined && preview?.key === preview?.keyOf(row) && preview !== undefined
  return (
    <div
      className="tr"
      role="row"
      aria-rowindex={index + 2}
      aria-selected={chosen ? row !== undefined && chosen.has(row) : isShown}
      aria-current={isShown ? 'true' : undefined}
      data-index={index}
      tabIndex={isShown || (isFirst && (preview?.key ?? null) === null) ? 0 : -1}
      style={{ transform: `translateY(${start}px)`, height }}
      onClick={(event) => {
        if (row === undefined || !preview || event.ctrlKey || event.metaKey || event.button !== 0) return
        event.preventDefault()
        preview.show(row)
      }}
    >
      {columns.map((column, place) => (
        <span
          key={column.key}
          role="gridcell"
          className={`td ${column.narrow ?? 'first'} ${column.isNumeric ? 'numeric' : ''}`}
        >
          {row !== undefined &&
            (place === 0 ? (
              <Link {...placeOf(address(row))} tabIndex={-1} className="row-link">
                {column.cell(row)}
              </Link>
            ) : (
              column.cell(row)
            ))}
        </span>
      ))}
    </div>
  )
}

/** An address as the router takes it. */
function placeOf(address: string): { to: string; search: never } {
  const [to = '', query = ''] = address.split('?')
  return { to, search: readSearch(query) as never }
}

/** Moves the focus by a number of rows, or to an end of the list. */
const steps: Record<string, number> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: 20, PageUp: -20 }

function useRowKeys<Row>(
  { list, address, preview, chosen, onKey }: Given<Row>,
  scroller: { current: HTMLDivElement | null },
  scrollTo: (index: number) => void,
): (event: KeyboardEvent) => void {
  const navigate = useNavigate()
  const focus = (index: number) => {
    scrollTo(index)
    const drawn = () => scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)
    // It is in sight already, and the browser would scroll by where it is drawn before the next frame.
    const take = () => drawn()?.focus({ preventScroll: true })
    // A row that was out of sight is drawn in the next frame.
    if (drawn()) take()
    else requestAnimationFrame(() => requestAnimationFrame(take))
    const row = list.rowAt(index)
    if (row !== undefined) preview?.show(row)
  }
  return (event) => {
    const target = event.target as HTMLElement
    const at = target.closest<HTMLElement>('[data-index]')?.dataset['index']
    if (at === undefined || target.matches('input, textarea, select')) return
    const index = Number(at)
    const row = list.rowAt(index)
    const end = (list.total ?? 1) - 1
    const step = event.ctrlKey || event.metaKey || event.altKey ? undefined : steps[event.key]
    if (step !== undefined) focus(Math.min(end, Math.max(0, index + step)))
    else if (event.key === 'Home') focus(0)
    else if (event.key === 'End') focus(end)
    else if (row === undefined) return
    else if (event.key === 'Enter') void navigate(placeOf(address(row)))
    else if (event.key === 'x' && chosen) chosen.toggle(row)
    else if (onKey?.(row, event) !== true) return
    event.preventDefault()
  }
}
