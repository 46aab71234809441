import type { Context } from '../../access/context.ts'
import { requireDatastore } from '../../access/require.ts'
import { visibleDatastores } from '../../access/visible.ts'
import { notFound } from '../../kernel/errors.ts'
import type { Page } from '../../kernel/page.ts'
import type { Container, ContainerStub } from '../../model/container-record.ts'
import type { ContainerFacet, Facets } from '../../model/facet.ts'
import type { TeamPermission } from '../../model/principal.ts'
import {
  countContainers,
  findContainer,
  listContainers as selectContainers,
  listContainerStubs,
  type ContainerFilter,
  type ContainerRow,
} from '../../store/containers.ts'
import { containerStandings, type ContainerOrder } from '../../store/container-standing.ts'
import { presentContainers } from './present.ts'

/** The container's row; 404 without one, 403 without this permission on its datastore. */
export async function requireContainer(
  context: Context,
  id: number,
  permission: TeamPermission,
): Promise<ContainerRow> {
  const row = await findContainer(context.store.database, id)
  if (!row) throw notFound('container', id)
  await requireDatastore(context, row.datastore_id, permission, ['container', id])
  return row
}

/** Reporter. */
export async function readContainer(context: Context, id: number): Promise<Container> {
  const row = await requireContainer(context, id, 'Reporter')
  const [container] = await presentContainers(context, [row])
  if (!container) throw notFound('container', id)
  return container
}

/** Member; containers of the datastores that the caller may see. */
export async function listContainers(
  context: Context,
  { include, ...filter }: ContainerFilter & ContainerOrder & Inclusion,
): Promise<Page<Container>> {
  const { database } = context.store
  const page = await selectContainers(database, visibleDatastores(context), filter)
  const items = await presentContainers(context, page.items)
  if (!include?.length) return { ...page, items }
  const standings = await containerStandings(
    database,
    items.map(({ id }) => id),
  )
  return { ...page, items: items.map((container) => ({ ...container, ...standings.get(container.id) })) }
}

/** What the list can show of each container beside what it is. */
interface Inclusion {
  include?: 'standing'[] | undefined
}

/** Member; names and ids of every container that the caller may see, or of those in one datastore. */
export async function listNames(context: Context, datastoreId?: number): Promise<ContainerStub[]> {
  return listContainerStubs(context.store.database, visibleDatastores(context), datastoreId)
}

/** Member: how many of them there are by each of these. */
export function countContainerFacets(
  context: Context,
  names: readonly ContainerFacet[],
  filter: Omit<ContainerFilter, 'page' | 'size' | 'name'>,
): Promise<Facets> {
  return countContainers(context.store.database, visibleDatastores(context), filter, names)
}
