import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import type { Connection } from '../../api/api.generated.ts'
import { useAnswer } from '../../api/answers.ts'
import { Empty } from '../../kit/empty.tsx'
import { Failure } from '../../kit/failure.tsx'
import { Pages } from '../../kit/pages.tsx'
import { PlainTable } from '../../kit/plain-table.tsx'
import { ChangeConnection } from './change-connection.tsx'
import { Places } from './places.tsx'
import { RemoveConnection, TestConnection } from './connection-acts.tsx'
import { storeTypeOf } from '../../sources/store-types.ts'

/** How sources are reached, and by how many sessions at once. */
export function Connections() {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useAnswer(
    'GET /api/connections',
    { query: { page, size: 50 } },
    { keep: true },
  )
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return <p className="muted">Reading the connections …</p>
  if (data.total === 0)
    return (
      <Empty title="There is no connection yet">
        <p>
          One is made with the first datastore: <Link to={'/datastores/new' as string}>add a datastore</Link>.
        </p>
      </Empty>
    )
  return (
    <>
      <p>
        A connection is made with a datastore and serves any number of them. Its places are how many sessions
        may be open through it at once, over all workers.
      </p>
      <PlainTable
        label="Connections"
        heads={['Name', 'Type', 'Where', 'Places', 'Used by', 'Acts']}
        rows={data.items.map(cellsOf)}
        keys={data.items.map(({ id }) => id)}
      />
      <Pages
        ways={['Previous', 'Next']}
        page={page}
        pages={data.pages}
        total={data.total}
        one="connection"
        many="connections"
        go={setPage}
      />
    </>
  )
}

function cellsOf(connection: Connection) {
  const { name, type, datastores } = connection
  return [
    <bdi key="name">{name}</bdi>,
    storeTypeOf(type).word,
    <bdi key="where">{whereOf(connection)}</bdi>,
    <Places key="places" connection={connection} />,
    datastores.length === 0
      ? '—'
      : datastores.map(({ id, name: called }) => (
          <div key={id}>
            <Link to={`/datastores/${id}` as string}>
              <bdi>{called}</bdi>
            </Link>
          </div>
        )),
    <div key="acts" className="row acts">
      <TestConnection connection={connection} />
      <ChangeConnection connection={connection} />
      <RemoveConnection connection={connection} />
    </div>,
  ]
}

/** Where a connection leads, as its kind of source has it; a dash where the datastores alone say it. */
function whereOf({ host, port, username, uri }: Connection): string {
  if (uri !== null) return uri
  if (host === null) return '—'
  return `${username === null ? '' : `${username} at `}${host}${port === null ? '' : `:${port}`}`
}
