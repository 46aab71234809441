import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import type { PermissionOfUser, User } from '../../api/api.generated.ts'
import { useAnswer } from '../../api/answers.ts'
import { Sheet } from '../../kit/sheet.tsx'
import { Empty } from '../../kit/empty.tsx'
import { Failure } from '../../kit/failure.tsx'
import { Pages } from '../../kit/pages.tsx'
import { PlainTable } from '../../kit/plain-table.tsx'
import { mayOfPermission, mayOfRole } from '../../people/levels.ts'

/** Opens what somebody may do, as the service would let them: by role, and by datastore with the teams that it comes from. */
export function RightsOf({ user }: { user: User }) {
  return (
    <Sheet words="Rights" label={`Rights of ${user.user_name}`} title={`What ${user.user_name} may do`}>
      {() => <Rights user={user} />}
    </Sheet>
  )
}

function Rights({ user: { id, role } }: { user: User }) {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useAnswer(
    'GET /api/users/{id}/permissions',
    { path: { id }, query: { page, size: 20 } },
    { keep: true },
  )
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return <p className="muted">Asking the service …</p>
  return (
    <>
      <p>{mayOfRole[role]}</p>
      {data.total === 0 ? (
        <Empty title="No datastore">
          <p>None of their teams has one.</p>
        </Empty>
      ) : (
        <>
          <PlainTable
            label="Permissions by datastore"
            heads={['Datastore', 'Permission', 'Comes from']}
            rows={data.items.map(cellsOf)}
          />
          <Pages
            ways={['Previous', 'Next']}
            page={page}
            pages={data.pages}
            total={data.total}
            one="datastore"
            go={setPage}
          />
        </>
      )}
    </>
  )
}

function cellsOf({ datastore, permission, by_role, teams }: PermissionOfUser) {
  return [
    <Link key="datastore" to={`/datastores/${datastore.id}` as string}>
      <bdi>{datastore.name}</bdi>
    </Link>,
    <span key="permission" title={mayOfPermission[permission]}>
      {permission}
    </span>,
    by_role ? (
      'the role Admin'
    ) : (
      <bdi key="from">{teams.map(({ name, permission: has }) => `${name} (${has})`).join(', ')}</bdi>
    ),
  ]
}
