import type { ContainerType } from '../api/api.generated.ts'
import { CodeArea, TextField } from '../kit/fields.tsx'
import type { Computation } from './computation.ts'

interface Filling {
  draft: Computation
  put: (part: Partial<Computation>) => void
  problems: ReadonlyMap<string, string>
}

/** What a computed container is called. */
export function ComputedName({ draft, put, problems }: Filling) {
  return (
    <TextField
      label="Name"
      required
      value={draft.name}
      problem={problems.get('name') ?? null}
      onChange={({ target }) => put({ name: target.value })}
    />
  )
}

/** The SQL of a computed container of this type: a query, or the parts of one. */
export function ComputedSql({ type, ...filling }: Filling & { type: ContainerType }) {
  if (type === 'computed_table')
    return (
      <Sql
        {...filling}
        written="query"
        member="query"
        label="Query: one SELECT in the SQL of the database"
        isRequired
        rows={6}
      />
    )
  return (
    <>
      <Sql
        {...filling}
        written="columns"
        member="select_clause"
        label="Columns, as behind SELECT"
        isRequired
      />
      <Sql
        {...filling}
        written="condition"
        member="where_clause"
        label="Condition for its rows, as behind WHERE (optional)"
      />
      <Sql
        {...filling}
        written="groups"
        member="group_by_clause"
        label="Grouped by, as behind GROUP BY (optional)"
      />
    </>
  )
}

function Sql({
  draft,
  put,
  problems,
  written,
  member,
  label,
  isRequired = false,
  rows = 3,
}: Filling & {
  written: Exclude<keyof Computation, 'name'>
  member: string
  label: string
  isRequired?: boolean
  rows?: number
}) {
  return (
    <CodeArea
      label={label}
      required={isRequired}
      rows={rows}
      value={draft[written]}
      problem={problems.get(member) ?? null}
      onChange={({ target }) => put({ [written]: target.value })}
    />
  )
}
