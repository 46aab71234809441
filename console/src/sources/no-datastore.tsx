import { Link } from '@tanstack/react-router'
import { Empty } from '../kit/empty.tsx'
import { useRoleRefusal } from '../shell/rights.ts'

/** For a person who sees no datastore: the first steps, or whom to ask where others do them. */
export function NoDatastore() {
  if (useRoleRefusal('Manager') !== null)
    return (
      <Empty title="You see no datastore">
        <p>
          Datastores are seen through teams. A Manager can add you to a team, or connect the first datastore.
        </p>
      </Empty>
    )
  return (
    <Empty title="Nothing is connected yet">
      <p>Three steps lead to the first findings: connect a datastore, sync it, and scan it with checks.</p>
      <Link to={'/datastores/new' as string} className="button">
        Connect a folder of files or a database
      </Link>
    </Empty>
  )
}
