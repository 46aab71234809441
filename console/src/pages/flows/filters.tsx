import { SearchField, Select } from '../../kit/fields.tsx'
import { triggers } from '../../flows/words.ts'
import { useAddress } from '../../shell/search.ts'

/** Narrows the list of flows; what is chosen stands in the address. */
export function Filters() {
  const { one, change } = useAddress()
  const put = (member: string, value: string) =>
    change({ [member]: value || undefined, page: undefined }, { replace: true })
  return (
    <form className="row" role="search" onSubmit={(event) => event.preventDefault()}>
      <SearchField label="Name or id" value={one('search') ?? ''} change={(value) => put('search', value)} />
      <Select
        label="Set off by"
        isInline
        value={one('trigger') ?? ''}
        onChange={({ target }) => put('trigger', target.value)}
        options={[['', 'anything'], ...Object.entries(triggers)]}
      />
      <Select
        label="State"
        isInline
        value={one('state') ?? ''}
        onChange={({ target }) => put('state', target.value)}
        options={[
          ['', 'on and off'],
          ['on', 'on'],
          ['off', 'off'],
        ]}
      />
    </form>
  )
}
