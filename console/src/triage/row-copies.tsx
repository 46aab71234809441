import type { SourceRecordField } from '../api/api.generated.ts'
import { exactText } from '../api/exact-numbers.ts'
import { copyText } from '../kit/copy.ts'
import { Menu, MenuItem } from '../kit/menu.tsx'

import { whereClause } from './where-clause.ts'

/** Ways to take a row along: as JSON, and as the condition that finds it in its store. `number` is its place among the rows, from 1. */
export function RowCopies({
  record,
  fields,
  number,
  keyFields,
  storeType,
}: {
  record: Readonly<Record<string, unknown>>
  fields: readonly SourceRecordField[]
  number: number
  keyFields: readonly string[]
  storeType: string
}) {
  const where = whereClause(record, fields, keyFields, storeType)
  return (
    <Menu
      label={
        <span>
          Copy<span className="unseen"> row {number}</span>
        </span>
      }
    >
      <MenuItem act={() => void copyText(exactText(record), 'The row is copied as JSON.')}>as JSON</MenuItem>
      <MenuItem
        act={() => void copyText(where ?? '', 'The row is copied as a condition of SQL.')}
        refused={where === null ? 'No field of the row can be compared.' : null}
      >
        as a WHERE clause
      </MenuItem>
    </Menu>
  )
}
