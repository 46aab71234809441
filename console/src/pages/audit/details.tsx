import { Time } from '../../kit/time.tsx'

/** What an entry says of the act, a member in each line; values as they are written, for who reads the API too, but for instants. */
export function Details({ of }: { of: Record<string, unknown> }) {
  const members = Object.entries(of).filter(
    ([, value]) => value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0),
  )
  return (
    <dl className="details">
      {members.map(([name, value]) => (
        <div key={name}>
          <dt>{name.replaceAll('_', ' ')}</dt>
          <dd>
            <Value of={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** An instant as the log writes it. */
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

function Value({ of: value }: { of: unknown }) {
  const isInstant = typeof value === 'string' && instant.test(value) && !Number.isNaN(Date.parse(value))
  return isInstant ? <Time at={value} isExact /> : <bdi>{shown(value)}</bdi>
}

function shown(value: unknown): string {
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
