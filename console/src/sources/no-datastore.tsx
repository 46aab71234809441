import { Link } from '@tanstack/react-router'
import { Empty } from '../kit/empty.tsx'
import './no-datastore.css'
import { useRoleRefusal } from '../shell/rights.ts'
import { counted } from '../words/numbers.ts'

/** For a person who sees no datastore: the first steps, or whom to ask where others do them. `known`: how many there are that they may not look into. */
export function NoDatastore({ known = 0 }: { known?: number | undefined }) {
  if (useRoleRefusal('Manager') !== null)
    return (
      <Empty title="You see no datastore">
        <p>
          Datastores are seen through teams. An Admin can add you to one, or a Manager connects the first
          datastore.
        </p>
      </Empty>
    )
  if (known > 0)
    return (
      <Empty title="You may look into no datastore yet">
        <p>
          {counted(known, 'datastore is', 'datastores are')} connected, and none of your teams has a
          permission on one. An Admin can give it to a team of yours.
        </p>
        <Link to={'/datastores' as string}>See the datastores</Link>
      </Empty>
    )
  return (
    <Empty title="Nothing is connected yet">
      <p>Three steps lead to the first anomalies:</p>
      <ol className="first-steps">
        <li>Connect a folder of files or a database. A sync lists by itself what is in it.</li>
        <li>Profile it: that measures each field, and makes checks from what it finds.</li>
        <li>
          Look at those that it left as drafts, since some rows are against them, and make those Active that
          are right; then scan.
        </li>
      </ol>
      <Link to={'/datastores/new' as string} className="button primary">
        Connect a folder of files or a database
      </Link>
    </Empty>
  )
}
