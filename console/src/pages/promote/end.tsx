import type { DatastoreStub } from '../../api/api.generated.ts'
import { Select } from '../../kit/fields.tsx'
import { useAddress } from '../../shell/search.ts'
import { ContainerChooser } from '../../sources/container-chooser.tsx'
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
        <ContainerChooser
          label={`${title} the table or file`}
          datastoreId={datastoreId}
          containerId={containerId}
          without={without}
          choose={(id) => choose(names.container, String(id ?? ''))}
        />
      )}
    </>
  )
}
