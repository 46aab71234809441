import type { DatastoreStub } from '../../api/api.generated.ts'
import { useAnswer } from '../../api/answers.ts'
import { Select } from '../../kit/fields.tsx'
import { useAddress } from '../../shell/search.ts'
import { withoutPlan } from './choice.ts'

/** One end of a promotion: a datastore and, where things go between containers, one of its tables or files. */
export function End({
  title,
  names,
  places,
  datastoreId,
  containerId,
  isInContainers,
  without,
}: {
  title: string
  /** The members of the address that have the choice. */
  names: { datastore: string; container: string }
  places: readonly DatastoreStub[]
  datastoreId: number | null
  containerId: number | null
  isInContainers: boolean
  /** A container that cannot be chosen; null: all can. */
  without: number | null
}) {
  const { change } = useAddress()
  const containers = useAnswer(
    'GET /api/containers/listing',
    { query: { datastore: datastoreId ?? 0 } },
    { enabled: isInContainers && datastoreId !== null },
  )
  const choose = (member: string, value: string, more = {}) =>
    change({ ...withoutPlan, reads: undefined, ...more, [member]: value || undefined })
  return (
    <>
      <Select
        label={`${title} the datastore`}
        value={String(datastoreId ?? '')}
        options={[['', 'choose …'], ...places.map(({ id, name }) => [String(id), name] as const)]}
        onChange={({ target }) => choose(names.datastore, target.value, { [names.container]: undefined })}
      />
      {isInContainers && (
        <Select
          label={`${title} the table or file`}
          disabled={datastoreId === null}
          problem={containers.error?.message ?? null}
          value={String(containerId ?? '')}
          options={[
            ['', 'choose …'],
            ...(containers.data ?? [])
              .filter(({ id }) => id !== without)
              .map(({ id, name }) => [String(id), name] as const),
          ]}
          onChange={({ target }) => choose(names.container, target.value)}
        />
      )}
    </>
  )
}
