import type { Container } from '../../api/api.generated.ts'
import { CodeArea, TextField } from '../../kit/fields.tsx'
import { Tick } from '../../kit/tick.tsx'
import type { SettingsFilling } from './settings-fields.tsx'

/** What a computed container is made of; which containers it reads stays as it is. */
export function ComputationFields({
  container,
  dropsFields,
  dropFields,
  ...filling
}: SettingsFilling & {
  container: Container
  /** Whether fields that it has no more go also where checks or anomalies name them. */
  dropsFields: boolean
  dropFields: (dropsFields: boolean) => void
}) {
  const { draft, put, problems } = filling
  return (
    <>
      <TextField
        label="Name"
        required
        value={draft.name}
        problem={problems.get('name') ?? null}
        onChange={({ target }) => put({ name: target.value })}
      />
      {container.container_type === 'computed_table' ? (
        <Sql {...filling} written="query" member="query" label="Query" isRequired />
      ) : (
        <>
          <Sql {...filling} written="columns" member="select_clause" label="Columns" isRequired />
          <Sql
            {...filling}
            written="condition"
            member="where_clause"
            label="Condition for its rows (optional)"
          />
          <Sql {...filling} written="groups" member="group_by_clause" label="Grouped by (optional)" />
        </>
      )}
      <Tick
        words="Drop fields that it has no more though checks or anomalies name them; those checks are archived"
        isTicked={dropsFields}
        tick={dropFields}
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
}: SettingsFilling & {
  written: 'query' | 'columns' | 'condition' | 'groups'
  member: string
  label: string
  isRequired?: boolean
}) {
  return (
    <CodeArea
      label={label}
      required={isRequired}
      value={draft[written]}
      problem={problems.get(member) ?? null}
      onChange={({ target }) => put({ [written]: target.value })}
    />
  )
}
