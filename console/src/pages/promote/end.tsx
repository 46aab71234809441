import type { DatastoreStub } from '../../api/api.generated.ts'
import { useAddress } from '../../shell/search.ts'
import { DatastoreChooser } from '../../sources/datastore-chooser.tsx'
import { ContainerChooser } from '../../sources/container-chooser.tsx'
import { withoutPlan } from './choice.ts'

/** One end of a promotion: a datastore and, where things go between containers, one of its tables or files. */
export function End({
  title,
  names,
  isOffered,
  datastoreId,
  containerId,
  isInContainers,
  without,
}: {
  title: string
  /** The members of the address that have the choice. */
  names: { datastore: string; container: string }
  /** Which datastores can be chosen. */
  isOffered: (datastore: DatastoreStub) => boolean
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
      <DatastoreChooser
        label={`${title} the datastore`}
        datastoreId={datastoreId}
        isOffered={isOffered}
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
