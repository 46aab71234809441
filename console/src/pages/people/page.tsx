import { useState } from 'react'
import type { Role, User } from '../../api/api.generated.ts'
import { useAnswer, useChange } from '../../api/answers.ts'
import { Empty } from '../../kit/empty.tsx'
import { Failure } from '../../kit/failure.tsx'
import { SearchField, Select } from '../../kit/fields.tsx'
import { PlainTable } from '../../kit/plain-table.tsx'
import { Time } from '../../kit/time.tsx'
import { tell } from '../../kit/toasts.tsx'
import { PeopleTabs } from '../../people/people-tabs.tsx'
import { roleChoices } from '../../people/roles.ts'
import { useRoleRefusal } from '../../shell/rights.ts'
import { useAddress } from '../../shell/search.ts'
import { ToForm } from '../../kit/to-form.tsx'
import { counted } from '../../words/numbers.ts'
import { NewPerson } from './new-person.tsx'
import { Remove } from './remove.tsx'
import { RightsOf } from './rights-of.tsx'

/** Who may use the service, and with which role; the first hundred. */
export default function People() {
  const address = useAddress()
  const name = address.one('name') ?? ''
  const refused = useRoleRefusal('Manager')
  const { data, error, refetch } = useAnswer(
    'GET /api/users',
    { query: { size: 100, ...(name !== '' && { name }) } },
    { enabled: refused === null, keep: true },
  )
  return (
    <div className="stack">
      <title>People · Assay</title>
      <h1>People</h1>
      <PeopleTabs open="people" />
      {refused === null ? (
        <div className="row">
          <SearchField
            label="Name or address"
            value={name}
            change={(text) => address.change({ name: text || undefined }, { replace: true })}
          />
          <span className="push" />
          <ToForm id="new-user" words="Make a user" />
        </div>
      ) : (
        <Empty title="You may not see who uses the service">
          <p>{refused}</p>
        </Empty>
      )}
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {data && data.total > data.items.length && (
        <p>
          The first {data.items.length} of {counted(data.total, 'person', 'people')}; search for the others.
        </p>
      )}
      {data?.total === 0 && <Empty title="Nobody is called so" />}
      {data && data.total > 0 && (
        <PlainTable
          label="People"
          heads={['Name', 'Signs in as', 'Kind', 'Role', 'Teams', 'Last seen', 'Act']}
          rows={data.items.map(cellsOf)}
          keys={data.items.map(({ id }) => id)}
        />
      )}
      {/* Not before what stands above it, by which it would be moved. */}
      {(data || error || refused !== null) && <NewPerson />}
    </div>
  )
}

function cellsOf(user: User) {
  return [
    <span key="name">
      {user.name ?? user.user_name} <span className="muted">{user.email}</span>
    </span>,
    user.user_name,
    user.user_type === 'Human' ? 'person' : 'program',
    <RoleOf key="role" user={user} />,
    user.teams.length === 0 ? '—' : user.teams.join(', '),
    user.last_login === null ? 'never' : <Time key="seen" at={user.last_login} />,
    <div key="act" className="row">
      <RightsOf user={user} />
      <Remove user={user} />
    </div>,
  ]
}

/** The role of a person; an Admin changes it here. */
function RoleOf({ user: { id, user_name, role } }: { user: User }) {
  const refused = useRoleRefusal('Admin')
  const [chosen, choose] = useState(role)
  const change = useChange('PUT /api/users/{id}')
  if (refused !== null) return <span title={refused}>{role}</span>
  const put = (next: Role) => {
    choose(next)
    change.mutate(
      { path: { id }, body: { role: next } },
      {
        onSuccess: (user) => tell(`${user_name} is now ${user.role}.`),
        onError: ({ message }) => tell(message),
      },
    )
  }
  return (
    <Select
      aria-label={`Role of ${user_name}`}
      label=""
      // Not disabled meanwhile, by which it would lose the focus.
      value={change.isPending ? chosen : role}
      options={roleChoices}
      onChange={({ target }) => put(roleChoices.find(([one]) => one === target.value)?.[0] ?? role)}
    />
  )
}
