import { useAnswer } from '../../api/answers.ts'
import '../../kit/filters.css'
import { Select, TextField } from '../../kit/fields.tsx'
import { useAddress } from '../../shell/search.ts'

/** Times that the charts can show, the first by default. */
export const times = [
  ['month', 'a month'],
  ['week', 'a week'],
  ['quarter', 'a quarter'],
  ['year', 'a year'],
] as const

/** Narrows what is shown; what is chosen stands in the address. */
export function Filters() {
  const { one, change } = useAddress()
  const datastores = useAnswer('GET /api/datastores/listing', {}).data ?? []
  const tags = useAnswer('GET /api/global-tags', { query: { size: 100 } }).data?.items ?? []
  const put = (member: string) => (event: { target: { value: string } }) =>
    change({ [member]: event.target.value || undefined, page: undefined }, { replace: true })
  return (
    <form className="row filters" role="search" onSubmit={(event) => event.preventDefault()}>
      <TextField
        label="Name or id"
        type="search"
        key={one('search') === undefined ? 'empty' : 'filled'}
        defaultValue={one('search') ?? ''}
        onBlur={put('search')}
        onKeyDown={(event) => {
          if (event.key === 'Enter') put('search')({ target: event.currentTarget })
        }}
      />
      <Select
        label="Datastore"
        value={one('datastore') ?? ''}
        onChange={put('datastore')}
        options={[['', 'any'], ...datastores.map(({ id, name }) => [String(id), name] as const)]}
      />
      <Select
        label="Tag"
        value={one('tag') ?? ''}
        onChange={put('tag')}
        options={[['', 'any'], ...tags.map(({ name }) => [name, name] as const)]}
      />
      <Select label="Over" value={one('time') ?? 'month'} onChange={put('time')} options={times} />
    </form>
  )
}
