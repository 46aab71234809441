import { within } from '../../access/within.ts'
import type { Context } from '../../access/context.ts'
import { notFound } from '../../kernel/errors.ts'
import type { Container, ContainerTagging } from '../../model/container-record.ts'
import { findContainer } from '../../store/containers.ts'
import { replaceTags } from '../../store/tags.ts'
import { refuseRepeated } from '../refuse-repeated.ts'
import { readContainer, requireContainer } from './read.ts'

/** Viewer on every datastore concerned. All or nothing; a container without `tags` stays as it is. */
export async function tagContainers(
  context: Context,
  taggings: readonly ContainerTagging[],
): Promise<Container[]> {
  const { database } = context.store
  refuseRepeated('container', taggings)
  for (const { id } of taggings) {
    if (!(await findContainer(database, id))) throw notFound('container', id)
  }
  for (const { id } of taggings) await requireContainer(context, id, 'Viewer')
  await within(context, async (transaction) => {
    // In one order, so that two bulk changes never wait for each other.
    for (const { id, tags } of taggings.toSorted((one, other) => one.id - other.id)) {
      if (tags !== undefined) await replaceTags(transaction, 'container_id', id, tags ?? [])
    }
  })
  return Promise.all(taggings.map(({ id }) => readContainer(context, id)))
}
