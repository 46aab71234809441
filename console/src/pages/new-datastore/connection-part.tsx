import { useAnswer } from '../../api/answers.ts'
import { Select } from '../../kit/fields.tsx'
import { NotRead } from '../../kit/not-read.tsx'
import { useAddress } from '../../shell/search.ts'
import { ConnectionLines } from '../../sources/connection-lines.tsx'
import type { Filling } from '../../sources/lines.tsx'
import type { StoreType } from '../../sources/store-types.ts'

/** How the store is reached: by a connection that the service has, or by a new one. */
export function ConnectionPart({
  store,
  connectionId,
  ...filling
}: Filling & { store: StoreType; connectionId: number | null }) {
  const { change } = useAddress()
  const connections = useAnswer('GET /api/connections', { query: { type: [store.type], size: 100 } })
  const stored = connections.data?.items ?? []
  return (
    <>
      {(stored.length > 0 || connectionId !== null) && (
        <Select
          label="Connection"
          value={connectionId === null ? '' : String(connectionId)}
          problem={filling.problems.get('connection_id') ?? null}
          onChange={({ target }) => change({ connection: target.value || undefined })}
          options={[['', 'a new one'], ...stored.map(({ id, name }) => [String(id), name] as const)]}
        />
      )}
      <NotRead of={connections} />
      {connectionId === null && <ConnectionLines store={store} isStored={false} {...filling} />}
    </>
  )
}
