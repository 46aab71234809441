import { Link } from '@tanstack/react-router'
import type { AuditResource } from '../../api/api.generated.ts'

/** What entries are about: the words for one and for many, and the page of such a thing where it has one. */
export const things: Record<AuditResource, { one: string; many: string; page?: string }> = {
  operation: { one: 'run', many: 'runs', page: '/runs/' },
  schedule: { one: 'schedule', many: 'schedules' },
  user: { one: 'user', many: 'users' },
  team: { one: 'team', many: 'teams' },
  user_token: { one: 'token', many: 'tokens' },
  session: { one: 'session', many: 'sessions' },
  connection: { one: 'connection', many: 'connections' },
  datastore: { one: 'datastore', many: 'datastores', page: '/datastores/' },
  container: { one: 'container', many: 'containers', page: '/containers/' },
  field: { one: 'field', many: 'fields', page: '/fields/' },
  quality_check: { one: 'check', many: 'checks', page: '/checks/' },
  anomaly: { one: 'anomaly', many: 'anomalies', page: '/anomalies/' },
  flow: { one: 'flow', many: 'flows', page: '/flows/' },
  field_profile: { one: 'profile of a field', many: 'profiles of fields' },
  configuration: { one: 'configuration from files', many: 'configuration from files' },
}

/** What an entry is about, with the way to it, and to all that was done to it. */
export function Thing({ type, id }: { type: AuditResource; id: number }) {
  const { one, page } = things[type]
  return (
    <>
      {page === undefined ? (
        <>
          {one} {id}
        </>
      ) : (
        <Link to={`${page}${id}` as string}>
          {one} {id}
        </Link>
      )}{' '}
      <Link
        to="."
        search={{ thing: type, id: String(id) } as never}
        aria-label={`history of ${one} ${id}`}
        className="aside"
      >
        history
      </Link>
    </>
  )
}
