import { RunFailure } from '../../kernel/errors.ts'
import type { ContainerReference } from '../../model/container.ts'
import type { DiscoveredField } from '../../model/field.ts'
import { unloadable } from '../../services/containers/unloadable.ts'
import { findProfiledContainers } from '../../store/profiled-containers.ts'
import type { Queryable } from '../../store/pool.ts'

/** What a copy needs to know about its container before the source is opened. */
export interface LoadedContainer {
  id: number
  reference: ContainerReference
  /** The fields that the last sync or profile found, in their order, without those that people exclude. */
  fields: DiscoveredField[]
  /** The same with the excluded ones. */
  known: DiscoveredField[]
  masked: ReadonlySet<string>
}

/** Throws RunFailure for a container that is gone or that the last sync could not read. */
export async function loadContainer(database: Queryable, containerId: number): Promise<LoadedContainer> {
  const found = (await findProfiledContainers(database, [containerId])).get(containerId)
  if (!found) throw new RunFailure('The container was deleted while the run waited.')
  const { container, fields, masked_fields } = found
  const refusal = unloadable(container)
  if (refusal) throw refusal
  const { name, container_type, file_options, computation, computed_fields, excluded_fields } = container
  const plain = ({ status: _status, ...field }: (typeof fields)[number]): DiscoveredField => field
  return {
    id: containerId,
    reference: { name, container_type, file_options, computation, computed_fields, excluded_fields },
    fields: fields.filter(({ status }) => status !== 'excluded').map(plain),
    known: fields.map(plain),
    masked: masked_fields,
  }
}
