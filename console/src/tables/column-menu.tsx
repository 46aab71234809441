import { Menu, TickItem } from '../kit/menu.tsx'
import type { ShownColumns } from './shown-columns.ts'
import type { Column } from './table.tsx'

/** Hides columns of a list and shows them again; the first stays, as it leads to the row. */
export function ColumnMenu<Row>({
  label,
  columns,
  shown: { hidden, crowded, hide },
}: {
  label: string
  columns: readonly Column<Row>[]
  shown: ShownColumns<Row>
}) {
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
          >
            {head}
          </TickItem>
        ))}
      </Menu>
    </div>
  )
}
