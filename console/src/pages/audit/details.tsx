/** What an entry says of the act, a member in each line; values as they are written, for who reads the API too. */
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
            <bdi>{shown(value)}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function shown(value: unknown): string {
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
