import type { Context } from '../../access/context.ts'
import type { Page, PageRequest } from '../../kernel/page.ts'
import type { ContainerProfile } from '../../model/profile-record.ts'
import { listContainerProfiles as selectProfiles, type ContainerProfileRow } from '../../store/profiles.ts'
import { requireContainer } from '../containers/read.ts'

/** The record of a profile of a container, or of a part of it. */
export function presentContainerProfile(row: ContainerProfileRow): ContainerProfile {
  const { datastore_id: _datastore, partition_name, group_values, ...rest } = row
  const { container_id, name, container_type, table_type, ...profile } = rest
  return {
    ...profile,
    partition: partition_name,
    group: group_values,
    container: { id: container_id, name, container_type, table_type },
  }
}

/** Reporter; the profiles of a container, newest first, those of its partitions and groups where `parts` says so. */
export async function listContainerProfiles(
  context: Context,
  containerId: number,
  request: PageRequest & { parts: boolean },
): Promise<Page<ContainerProfile>> {
  await requireContainer(context, containerId, 'Reporter')
  const page = await selectProfiles(context.store.database, containerId, request)
  return { ...page, items: page.items.map(presentContainerProfile) }
}
