import type { ReactNode } from 'react'
import type { FailingRow, SourceRecordField } from '../api/api.generated.ts'
import { Cell } from '../kit/cell.tsx'
import { RowCopies } from './row-copies.tsx'

/** What is drawn of the failing rows of an anomaly. */
export interface DrawnRecords {
  rows: readonly FailingRow[]
  /** In the order in which they are shown. */
  fields: readonly SourceRecordField[]
  /** What each failed check demands, by its id. */
  demands: ReadonlyMap<number, string>
  /** How a row is copied; null: it is not. */
  copying: { keyFields: readonly string[]; storeType: string } | null
}

/** Rows below each other, a column for each field; `lead` is a column before them, with a cell for each row. */
export function RecordTable({
  rows,
  fields,
  demands,
  copying = null,
  lead,
}: Omit<DrawnRecords, 'copying'> & {
  copying?: DrawnRecords['copying']
  lead?: { head: string; cells: readonly ReactNode[] }
}) {
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label="Failing rows">
      <table>
        <thead>
          <tr>
            {copying && (
              <th scope="col">
                <span className="unseen">Copy</span>
              </th>
            )}
            {lead && <th scope="col">{lead.head}</th>}
            {fields.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {copying && (
                <td>
                  <RowCopies record={row.record} fields={fields} number={index + 1} {...copying} />
                </td>
              )}
              {lead && <td>{lead.cells[index]}</td>}
              {fields.map(({ name }) => (
                <RecordCell key={name} row={row} name={name} demands={demands} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Rows one after the other, a line for each field: for rows that are wider than a screen. */
export function RecordViews({ rows, fields, demands, copying }: DrawnRecords) {
  return (
    <div className="stack">
      {rows.map((row, index) => (
        <div
          key={index}
          className="scroll"
          tabIndex={0}
          role="region"
          aria-label={`Failing row ${index + 1}`}
        >
          {copying && <RowCopies record={row.record} fields={fields} number={index + 1} {...copying} />}
          <table>
            <tbody>
              {fields.map(({ name }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <RecordCell row={row} name={name} demands={demands} />
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ))}
    </div>
  )
}

function RecordCell({
  row: { record, failing },
  name,
  demands,
}: {
  row: FailingRow
  name: string
  demands: ReadonlyMap<number, string>
}) {
  const broken = Object.entries(failing).flatMap(([check, names]) =>
    names.includes(name) ? [demands.get(Number(check)) ?? `check ${check}`] : [],
  )
  return (
    <td className={broken.length > 0 ? 'failing' : undefined} title={broken.join('; ') || undefined}>
      <Cell value={record[name]} />
      {broken.length > 0 && <span className="unseen"> fails: {broken.join('; ')}</span>}
    </td>
  )
}

/** The fields with those first that fail in one of the rows. */
export function failingFirst(
  rows: readonly FailingRow[],
  fields: readonly SourceRecordField[],
): SourceRecordField[] {
  const failing = new Set(rows.flatMap((row) => Object.values(row.failing).flat()))
  return [
    ...fields.filter(({ name }) => failing.has(name)),
    ...fields.filter(({ name }) => !failing.has(name)),
  ]
}
