import { useAnswer } from '../../api/answers.ts'
import '../../kit/filters.css'
import { Select, TextField } from '../../kit/fields.tsx'
import { useAddress } from '../../shell/search.ts'

const verdicts = [
  ['', 'any'],
  ['passed', 'Passed'],
  ['failed', 'Failed'],
  ['unasserted', 'Not judged'],
  ['never', 'Never judged'],
  ['stale', 'Judged long ago'],
] as const

/** Narrows the list of checks; what is chosen stands in the address. */
export function Filters() {
  const { one, change } = useAddress()
  const rules = useAnswer('GET /api/quality-checks/rule-types', {}).data ?? []
  const datastores = useAnswer('GET /api/datastores/listing', {}).data ?? []
  const put = (member: string) => (event: { target: { value: string } }) =>
    change({ [member]: event.target.value || undefined }, { replace: true })
  return (
    <form className="row filters" role="search" onSubmit={(event) => event.preventDefault()}>
      <TextField
        label="Words"
        type="search"
        key={one('search') === undefined ? 'empty' : 'filled'}
        defaultValue={one('search') ?? ''}
        onBlur={put('search')}
        onKeyDown={(event) => {
          if (event.key === 'Enter') change({ search: event.currentTarget.value || undefined })
        }}
      />
      <Select
        label="Verdict"
        value={one('last_result') ?? ''}
        onChange={put('last_result')}
        options={verdicts}
      />
      <Select
        label="Rule"
        value={one('rule_type') ?? ''}
        onChange={put('rule_type')}
        options={[
          ['', 'any'],
          ...rules.map(({ rule_type, title }) => [rule_type, title] as [string, string]),
        ]}
      />
      <Select
        label="Datastore"
        value={one('datastore') ?? ''}
        onChange={put('datastore')}
        options={[['', 'any'], ...datastores.map(({ id, name }) => [String(id), name] as [string, string])]}
      />
    </form>
  )
}
