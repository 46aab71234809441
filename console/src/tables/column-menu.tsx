import { Menu, MenuItem, TickItem } from '../kit/menu.tsx'
import type { ShownColumns } from './shown-columns.ts'
import type { Column } from './table.tsx'

/** By how much a key makes a column wider or narrower, pixels. */
const step = 16

/** Hides columns of a list and shows them again, and makes them wider and narrower; the first stays, as it leads to the row, and has what the others leave. */
export function ColumnMenu<Row>({
  label,
  columns,
  now: { hidden, crowded, hide, resize, resetWidths },
  box,
}: {
  label: string
  columns: readonly Column<Row>[]
  now: ShownColumns<Row>
  /** What the heads of the columns stand in. */
  box: HTMLElement | null
}) {
  const resizeBy = (key: string, by: number) => {
    const head = box?.querySelector(`[role=columnheader][data-key="${key}"]`)
    if (head) resize(key, head.clientWidth + by)
  }
  return (
    <div className="column-menu">
      <Menu
        label={
          <>
            <span aria-hidden="true">☰</span>
            <span className="unseen">Columns of {label}</span>
          </>
        }
      >
        <div className="menu-note">Columns that are shown</div>
        {columns.slice(1).map(({ key, head }) => (
          <TickItem
            key={key}
            name={key}
            isTicked={!hidden.has(key)}
            tick={(isTicked) => hide(key, !isTicked)}
            remark={crowded.has(key) ? 'There is no room for it now.' : null}
            resize={(direction) => resizeBy(key, direction * step)}
          >
            {head}
          </TickItem>
        ))}
        <div className="menu-note">← and → make one narrower and wider</div>
        {resetWidths && <MenuItem act={resetWidths}>Usual widths</MenuItem>}
      </Menu>
    </div>
  )
}
