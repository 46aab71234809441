import { useEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { Failure } from '../kit/failure.tsx'
import { placeOf } from '../shell/search.ts'
import { ColumnMenu } from './column-menu.tsx'
import { Grip } from './grip.tsx'
import { GroupRow } from './group-row.tsx'
import { useOpenable } from './opened-list.ts'
import { usePrinting } from './printing.ts'
import { useRowHeight } from './row-height.ts'
import { useRowKeys, type RowActs } from './row-keys.ts'
import { useShownColumns, type ShownColumns } from './shown-columns.ts'
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
  /** True: its values say by themselves what they are, such as `2 min`, and need no head beside them on narrow screens. */
  isPlain?: boolean
  /** Where there is no room for all columns, the one with the lowest number is left out first; without one it stays. */
  leaves?: number
}

interface Given<Row> extends RowActs<Row> {
  /** What the rows are. */
  label: string
  columns: readonly Column<Row>[]
  /** What stands in the place of rows when there are none. */
  empty: ReactNode
}

/** So many rows around those in sight are printed, as far as they were read. */
const printed = 500

/** A list of any length as a grid: arrows, j and k move, Enter opens, x chooses. */
export function Table<Row>(given: Given<Row>) {
  const { list, empty } = given
  if (list.error !== null && list.total === null) return <Failure error={list.error} retry={list.again} />
  return list.total === 0 ? empty : <Grid {...given} />
}

function Grid<Row>(given: Given<Row>) {
  const { label, list, columns } = given
  const scroller = useRef<HTMLDivElement>(null)
  const [box, setBox] = useState<HTMLDivElement | null>(null)
  const columnsNow = useShownColumns(label, columns, box)
  const height = useRowHeight()
  const count = list.total ?? 0
  const rows = useVirtualizer<HTMLDivElement, Element>({
    count,
    ...tallOptions,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: usePrinting() ? printed : 8,
  })
  useEffect(() => rows.measure(), [rows, height])
  const shift = shiftOf(rows)
  const shown = rows.getVirtualItems()
  const first = shown[0]?.index ?? 0
  const last = shown.at(-1)?.index ?? 0
  // Where Tab enters the list: a row in sight, since the browser scrolls to what it focuses.
  const top = Math.min(last, Math.max(first, Math.ceil((rows.scrollOffset ?? 0) / height)))
  const previewed = given.preview && shown.find(({ index }) => isPreviewed(given, index))?.index
  const entry = previewed ?? top
  const { look } = list
  useEffect(() => look(first, last), [look, first, last])
  useOpenable(label, given, [first, last])
  const listeners = useRowKeys(given, scroller, (index) => {
    if (!showRow(rows, index)) rows.scrollToIndex(index)
  })
  return (
    <div className="table-box" ref={setBox}>
      {list.error && <Failure error={list.error} retry={list.again} />}
      <ColumnMenu label={label} columns={columns} now={columnsNow} box={box} />
      <div
        className="table"
        role="grid"
        aria-label={label}
        aria-rowcount={count + 1}
        aria-colcount={columns.length}
        aria-busy={list.total === null}
        ref={scroller}
        tabIndex={-1}
        {...listeners}
        style={{ '--columns': columnsNow.shown.map(({ width }) => width).join(' ') } as object}
      >
        <Heads columns={columns} now={columnsNow} />
        <div role="rowgroup" className="rows" style={{ height: boxHeight(rows) }}>
          {shown.map(({ index, start }) => {
            const place = { index, top: start - shift, height, isEntry: index === entry }
            const head = list.headAt?.(index)
            return head ? (
              <GroupRow key={index} head={head} columns={columns.length} {...place} />
            ) : (
              <TableRow key={index} {...place} {...given} shown={columnsNow.shown} />
            )
          })}
        </div>
      </div>
    </div>
  )
}

function Heads<Row>({ columns, now }: { columns: readonly Column<Row>[]; now: ShownColumns<Row> }) {
  return (
    <div className="tr head" role="row" aria-rowindex={1}>
      {now.shown.map(({ key, head, isNumeric }) => (
        <span
          key={key}
          role="columnheader"
          aria-colindex={placeIn(columns, key)}
          className={isNumeric ? 'th numeric' : 'th'}
          data-key={key}
        >
          {head}
          <Grip resize={(width) => now.resize(key, width)} />
        </span>
      ))}
    </div>
  )
}

/** Has a cell say all of its words to who points at it, where they are cut. */
function tellWhole({ currentTarget: cell }: MouseEvent<HTMLElement>) {
  const isCut = [cell, ...cell.querySelectorAll('.row-link, .cut')].some(
    ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
  )
  if (isCut) cell.title = cell.textContent
  else cell.removeAttribute('title')
}

/** The number of a column among all, from 1, for those who do not see which are left out. */
function placeIn(columns: readonly { key: string }[], key: string): number {
  return columns.findIndex((one) => one.key === key) + 1
}

/** Whether the row at this index is shown beside the list. */
function isPreviewed<Row>({ list, preview }: Given<Row>, index: number): boolean {
  const row = list.rowAt(index)
  return row !== undefined && preview !== undefined && preview.key === preview.keyOf(row)
}

function TableRow<Row>({
  index,
  top,
  height,
  isEntry,
  shown,
  ...given
}: Given<Row> & {
  index: number
  top: number
  height: number
  isEntry: boolean
  shown: readonly Column<Row>[]
}) {
  const { list, columns, address, preview, chosen } = given
  const row = list.rowAt(index)
  const isShown = isPreviewed(given, index)
  return (
    <div
      className={row === undefined ? 'tr unread' : 'tr'}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={chosen ? row !== undefined && chosen.has(row) : isShown}
      aria-current={isShown ? 'true' : undefined}
      data-index={index}
      tabIndex={isEntry ? 0 : -1}
      style={{ transform: `translateY(${top}px)`, height }}
      onClick={(event) => {
        // A click on its words opens it, in which another address would come in between.
        if ((event.target as Element).closest('a') || event.ctrlKey || event.metaKey) return
        if (row !== undefined) preview?.show(row)
      }}
    >
      {shown.map((column, place) => (
        <span
          key={column.key}
          role="gridcell"
          aria-colindex={placeIn(columns, column.key)}
          data-head={column.isNumeric && !column.isPlain ? column.head : undefined}
          className={`td ${column.narrow ?? 'first'} ${column.isNumeric ? 'numeric' : ''}`}
          onMouseEnter={tellWhole}
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
