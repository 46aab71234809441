import { useAnswer } from '../api/answers.ts'
import { Button } from '../kit/button.tsx'
import { dayInWords } from '../words/times.ts'
import { useAddress } from './search.ts'

/** Filters that only an address sets, and how they are called. */
const words = {
  datastore: 'Datastore',
  container: 'Table or file',
  field: 'Field',
  quality_check: 'Check',
  tag: 'Tag',
  rule_type: 'Rule',
  min_weight: 'Weight from',
  start_date: 'Since',
  end_date: 'Until',
} as const

type Filter = keyof typeof words

/** The filters that a link has brought, each with a way to drop it; nothing without one. `filters`: those that the list follows and the page has no other sign of. */
export function FilterChips({
  filters,
  several = [],
}: {
  filters: readonly Filter[]
  /** Those that the page shows one value of: only an address with several is told here. */
  several?: readonly Filter[]
}) {
  const address = useAddress()
  const members = [
    ...filters.filter((member) => address.all(member).length > 0),
    ...several.filter((member) => address.all(member).length > 1),
  ]
  if (members.length === 0) return null
  return (
    <div className="row">
      {members.map((member) => (
        <Button key={member} onClick={() => address.change({ [member]: undefined })}>
          {words[member]}{' '}
          {address.all(member).map((value) => (
            <Name key={value} of={member} value={value} />
          ))}{' '}
          <span aria-hidden="true">✕</span>
          <span className="unseen">, drop this filter</span>
        </Button>
      ))}
    </div>
  )
}

/** What a value of a filter is called: the name of a thing where the address has its id. */
function Name({ of, value }: { of: Filter; value: string }) {
  const id = Number(value)
  const isDay = of === 'start_date' || of === 'end_date'
  const path = { path: { id } }
  const datastores = useAnswer('GET /api/datastores/listing', {}, { enabled: of === 'datastore' }).data
  const container = useAnswer('GET /api/containers/{id}', path, { enabled: of === 'container' }).data
  const check = useAnswer('GET /api/quality-checks/{id}', path, { enabled: of === 'quality_check' }).data
  const name = datastores?.find((one) => one.id === id)?.name ?? container?.name ?? check?.description
  return <span className="cut">{isDay ? dayInWords(value) : (name ?? value)}</span>
}
