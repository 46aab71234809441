import type { ConnectionType } from '../../api/api.generated.ts'
import { useAddress } from '../../shell/search.ts'
import { DatastoreChooser } from '../../sources/datastore-chooser.tsx'
import { ContainerChooser } from '../../sources/container-chooser.tsx'
import { withoutPlan } from './choice.ts'

/** One end of a promotion: a datastore and, where things go between containers, one of its tables or files. */
export function End({
  title,
  names,
  types,
  datastoreId,
  containerId,
  isInContainers,
  without,
}: {
  title: string
  /** The members of the address that have the choice. */
  names: { datastore: string; container: string }
  /** Only datastores of these types can be chosen; undefined: of all. */
  types: readonly ConnectionType[] | undefined
  datastoreId: number | null
  containerId: number | null
  isInContainers: boolean
  /** What cannot be chosen: a container, or a datastore where things go between those; null: all can. */
  without: number | null
}) {
  const { change } = useAddress()
  const choose = (member: string, value: string, more = {}) =>
    change({ ...withoutPlan, reads: undefined, ...more, [member]: value || undefined })
  return (
    <>
      <DatastoreChooser
        label={`${title} the datastore`}
        datastoreId={datastoreId}
        types={types}
        isScanned
        without={isInContainers ? null : without}
        choose={(id) => choose(names.datastore, String(id ?? ''), { [names.container]: undefined })}
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
