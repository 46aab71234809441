import { Button } from '../../kit/button.tsx'
import { useAddress } from '../../shell/search.ts'

/** Filters that only an address sets, and how they are called. */
const words: Record<string, string> = {
  datastore: 'Datastore',
  container: 'Container',
  quality_check: 'Check',
  tag: 'Tag',
  rule_type: 'Rule',
  min_weight: 'Weight from',
}

/** The filters that a link has brought, each with a way to drop it; nothing without one. */
export function FilterChips() {
  const address = useAddress()
  const members = Object.keys(words).filter((member) => address.all(member).length > 0)
  if (members.length === 0) return null
  return (
    <div className="row">
      {members.map((member) => (
        <Button key={member} onClick={() => address.change({ [member]: undefined })}>
          {words[member]} {address.all(member).join(', ')} <span aria-hidden="true">✕</span>
          <span className="unseen">, drop this filter</span>
        </Button>
      ))}
    </div>
  )
}
