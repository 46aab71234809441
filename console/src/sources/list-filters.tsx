import { useAnswer } from '../api/answers.ts'
import '../kit/filters.css'
import { SearchField, Select } from '../kit/fields.tsx'
import type { Reading } from '../kit/not-read.tsx'
import { useAddress } from '../shell/search.ts'
import { ViewsMenu } from '../views/views-menu.tsx'
import { DatastoreChooser } from './datastore-chooser.tsx'

/** A filter with values of its own; the first of them is meant where the address says nothing. */
export interface ValueFilter {
  member: string
  label: string
  values: readonly (readonly [value: string, word: string])[]
}

/** Narrows a list; what is chosen stands in the address, and can be kept as a view by name. */
export function ListFilters({
  list,
  words,
  filters,
}: {
  /** What the list is of, by which its views are kept. */
  list: string
  /** What the words to search for are about; left out: the page has its own line for them. */
  words?: string
  filters: readonly ('datastore' | 'tag' | 'rule_type' | ValueFilter)[]
}) {
  return (
    <form className="row filters" role="search" onSubmit={(event) => event.preventDefault()}>
      {words !== undefined && <Words label={words} />}
      {filters.map((filter) => {
        if (filter === 'datastore') return <OfDatastore key="datastore" />
        if (filter === 'tag') return <OfTag key="tag" />
        if (filter === 'rule_type') return <OfRule key="rule_type" />
        return <OfValue key={filter.member} filter={filter} />
      })}
      <ViewsMenu list={list} />
    </form>
  )
}

/** What the address has of a member, and how another value is put there; the list then begins with its first page. */
function useMember(member: string): [string | undefined, (value: string) => void] {
  const { one, change } = useAddress()
  return [
    one(member),
    (value) => change({ [member]: value || undefined, page: undefined }, { replace: true }),
  ]
}

function Words({ label }: { label: string }) {
  const [search, put] = useMember('search')
  return <SearchField label={label} isNamed value={search ?? ''} change={put} />
}

function OfDatastore() {
  const [datastore, put] = useMember('datastore')
  return (
    <DatastoreChooser
      label="Datastore"
      none="any"
      datastoreId={Number(datastore) || null}
      choose={(id) => put(String(id ?? ''))}
    />
  )
}

function OfTag() {
  const tags = useAnswer('GET /api/global-tags', { query: { size: 100 } })
  const known = tags.data?.items ?? []
  const values = [['', 'any'] as const, ...known.map(({ name }) => [name, name] as const)]
  return <OfValue filter={{ member: 'tag', label: 'Tag', values }} reading={tags} />
}

function OfRule() {
  const rules = useAnswer('GET /api/quality-checks/rule-types', {})
  const known = rules.data ?? []
  const values = [['', 'any'] as const, ...known.map(({ rule_type, title }) => [rule_type, title] as const)]
  return <OfValue filter={{ member: 'rule_type', label: 'Rule', values }} reading={rules} />
}

function OfValue({ filter: { member, label, values }, reading }: { filter: ValueFilter; reading?: Reading }) {
  const [value, put] = useMember(member)
  const shown = value ?? values[0]?.[0] ?? ''
  // An address may have a value that is not offered; what counts is what it says.
  const isOffered = values.some(([one]) => one === shown)
  return (
    <Select
      label={label}
      value={shown}
      reading={reading}
      options={isOffered ? values : [...values, [shown, shown]]}
      onChange={({ target }) => put(target.value)}
    />
  )
}
