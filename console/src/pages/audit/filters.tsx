import type { AuditResource, Timeframe } from '../../api/api.generated.ts'
import { useAnswer } from '../../api/answers.ts'
import { Button } from '../../kit/button.tsx'
import { Select } from '../../kit/fields.tsx'
import { pageNumber } from '../../kit/pages.tsx'
import { useAddress } from '../../shell/search.ts'
import { things } from './things.tsx'

const periods: Record<Timeframe, string> = {
  week: 'the last week',
  month: 'the last month',
  quarter: 'the last quarter',
  year: 'the last year',
}

/** What the address asks of the log: whose entries, about what, how far back, and which page. */
export interface Narrowed {
  user: number | null
  thing: AuditResource | null
  id: number | null
  period: Timeframe | null
  page: number
}

/** What the address asks; what it does not understand is left out. */
export function useNarrowed(): Narrowed {
  const { one } = useAddress()
  const known = <Word extends string>(words: Record<Word, unknown>, text: string | undefined) =>
    text !== undefined && Object.hasOwn(words, text) ? (text as Word) : null
  const number = (text: string | undefined) => (/^\d{1,15}$/.test(text ?? '') ? Number(text) : null)
  return {
    user: number(one('person')),
    thing: known(things, one('thing')),
    id: number(one('id')),
    period: known(periods, one('period')),
    page: pageNumber(one('page')),
  }
}

/** Narrows the log; what is chosen stands in the address. `isMasking` is the log of looks at masked values, which knows fewer things. */
export function Filters({ isMasking }: { isMasking: boolean }) {
  const { change } = useAddress()
  const { user, thing, id, period } = useNarrowed()
  const people = useAnswer('GET /api/users', { query: { size: 1000, include_deleted: true } })
  const put = (member: string, value: string) =>
    change({ [member]: value || undefined, page: undefined }, { replace: true })
  return (
    <form className="row" role="search" onSubmit={(event) => event.preventDefault()}>
      <Select
        label="By"
        isInline
        value={String(user ?? '')}
        reading={people}
        options={[
          ['', 'anybody'],
          ...(people.data?.items ?? []).map((one) => [String(one.id), one.name ?? one.user_name] as const),
        ]}
        onChange={({ target }) => put('person', target.value)}
      />
      {!isMasking && (
        <>
          <Select
            label="About"
            isInline
            value={thing ?? ''}
            options={[
              ['', 'anything'],
              ...Object.entries(things).map(([key, { many }]) => [key, many] as const),
            ]}
            onChange={({ target }) => put('thing', target.value)}
          />
          <Select
            label="In"
            isInline
            value={period ?? ''}
            options={[['', 'all of the log'], ...Object.entries(periods)]}
            onChange={({ target }) => put('period', target.value)}
          />
        </>
      )}
      {id !== null && <Button onClick={() => put('id', '')}>Only number {id}: show the others too</Button>}
    </form>
  )
}
