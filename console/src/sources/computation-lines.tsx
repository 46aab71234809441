import type { ContainerType } from '../api/api.generated.ts'
import { CodeArea, TextField } from '../kit/fields.tsx'
import { written, type Filling } from '../kit/written.ts'
import type { Computation } from './computation.ts'

type ComputationFilling = Filling<Computation>

/** What a computed container is called. */
export function ComputedName(filling: ComputationFilling) {
  return <TextField label="Name" required {...written(filling, 'name', 'name')} />
}

/** The SQL of a computed container of this type: a query, or the parts of one. */
export function ComputedSql({ type, ...filling }: ComputationFilling & { type: ContainerType }) {
  if (type === 'computed_table')
    return (
      <CodeArea
        label="Query: one SELECT in the SQL of the database"
        required
        rows={6}
        {...written(filling, 'query', 'query')}
      />
    )
  return (
    <>
      <CodeArea
        label="Columns, as behind SELECT"
        required
        {...written(filling, 'columns', 'select_clause')}
      />
      <CodeArea
        label="Condition for its rows, as behind WHERE (optional)"
        {...written(filling, 'condition', 'where_clause')}
      />
      <CodeArea
        label="Grouped by, as behind GROUP BY (optional)"
        {...written(filling, 'groups', 'group_by_clause')}
      />
    </>
  )
}
