import type { PermissionOfUser, User } from '../../api/api.generated.ts'
import { useAnswer } from '../../api/answers.ts'
import { mayOfPermission, mayOfRole } from '../../people/levels.ts'

/** What one person may do with each of the datastores, as the service answers for that person. */
export function RowOf({ user, datastores }: { user: User; datastores: readonly { id: number }[] }) {
  const { data, error } = useAnswer('GET /api/users/{id}/permissions', {
    path: { id: user.id },
    query: { size: 1000 },
  })
  const held = new Map(data?.items.map((one) => [one.datastore.id, one]))
  return (
    <tr>
      <th scope="row">
        <bdi>{user.name ?? user.user_name}</bdi>
      </th>
      <td title={mayOfRole[user.role]}>{user.role}</td>
      {error && (
        <td colSpan={datastores.length} className="problem">
          {error.message}
        </td>
      )}
      {!error && datastores.map(({ id }) => <td key={id}>{data ? <Held of={held.get(id)} /> : '…'}</td>)}
    </tr>
  )
}

/** A permission; pointing at it tells what it allows and where it comes from. */
function Held({ of }: { of: PermissionOfUser | undefined }) {
  if (of === undefined)
    return (
      <span className="muted" title="None of their teams has it.">
        —
      </span>
    )
  const { permission, by_role, teams } = of
  const origin = by_role
    ? 'By the role Admin'
    : `By ${teams.map(({ name, permission: has }) => `the team ${name} (${has})`).join(' and ')}`
  return <span title={`${permission} ${mayOfPermission[permission]}. ${origin}.`}>{permission}</span>
}
