import type { Page } from '../../kernel/page.ts'
import { ServiceError } from '../../kernel/errors.ts'
import type { PromotedEntity } from '../../model/promotion.ts'
import { pageOfOutcomes, type EntityFilter } from '../../store/promoted-entities.ts'
import type { Operation, RunContext } from '../operation.ts'
import { findReadable } from './find.ts'
import { listOperationContainers } from './read.ts'

/** What became of each thing that a run promotes, page by page; 409 for runs whose results are in another list, or in none. */
export async function listPromoted(
  context: RunContext,
  id: number,
  list: NonNullable<Operation['lists_results']>,
  filter: EntityFilter,
): Promise<Page<PromotedEntity>> {
  const operation = await findReadable(context, id)
  if (context.operations.find(operation.trigger_type)?.lists_results !== list) {
    throw new ServiceError(
      'wrong_state',
      `The run ${id} is a ${operation.trigger_type}, which has no results in the list "${list}".`,
    )
  }
  return pageOfOutcomes(context.store.database, id, filter)
}

/** Of a promotion of computed containers what became of each; of every other run the part that is about each container. */
export async function listContainersOrPromoted(
  context: RunContext,
  id: number,
  filter: EntityFilter & Parameters<typeof listOperationContainers>[2],
) {
  const operation = await findReadable(context, id)
  return context.operations.find(operation.trigger_type)?.lists_results === 'containers'
    ? listPromoted(context, id, 'containers', filter)
    : listOperationContainers(context, id, filter)
}
