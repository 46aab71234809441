import { useState } from 'react'
import type { Container } from '../../api/api.generated.ts'
import { useAnswer } from '../../api/answers.ts'
import { Cell } from '../../kit/cell.tsx'
import { EntryForm } from '../../kit/entry-form.tsx'
import { Failure } from '../../kit/failure.tsx'
import { TextField } from '../../kit/fields.tsx'
import { PlainTable } from '../../kit/plain-table.tsx'
import { useRefusal } from '../../shell/rights.ts'
import { useAddress } from '../../shell/search.ts'

/** Rows as the store has them now, fifty of them; the filter is SQL as in checks. */
export function RowsOf({ container }: { container: Container }) {
  const { one, change } = useAddress()
  const filter = one('filter')
  const [text, write] = useState(filter ?? '')
  const refused = useRefusal(container.datastore.id, 'Viewer')
  const { data, error, refetch } = useAnswer(
    'GET /api/containers/{id}/source-records',
    { path: { id: container.id }, query: { limit: 50, ...(filter !== undefined && { filter }) } },
    { enabled: refused === null, exact: true, keep: true },
  )
  if (refused !== null) return <p className="muted">Rows are not shown. {refused}</p>
  return (
    <>
      <EntryForm submit={() => change({ filter: text || undefined })}>
        <TextField
          label="Only rows where (SQL; Enter asks the store)"
          className="input mono"
          value={text}
          onChange={({ target }) => write(target.value)}
        />
      </EntryForm>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {data && !error && (
        <PlainTable
          isOfValues
          label="Rows"
          heads={data.fields.map(({ name }) => name)}
          rows={data.items.map(({ record }) =>
            data.fields.map(({ name }) => <Cell key={name} value={record[name]} />),
          )}
        />
      )}
    </>
  )
}
