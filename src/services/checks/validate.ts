import type { Context } from '../../access/context.ts'
import { requireNamed } from '../../access/require.ts'
import { inMember, notFound } from '../../kernel/errors.ts'
import type { CheckInput } from '../../model/check-record.ts'
import type { CheckValidation } from '../../model/check-trial.ts'
import { findCheckedContainer } from '../../store/checked-containers.ts'
import { assessDefinition } from './assess.ts'
import { newContent } from './create.ts'
import { tryCheck, type Tried } from './trial.ts'

/** The check to look at, as it would be made. */
interface Wanted extends Pick<Tried, 'check_variables' | 'max_records_analyzed_per_partition'> {
  quality_check: CheckInput
}

/**
 * Drafter. Judges a check that is not kept; 422 for what cannot be a check of the container, as when it is made. Whether the
 * store understands its SQL is part of the answer.
 */
export async function validateNewCheck(
  context: Context,
  { quality_check, ...bounds }: Wanted,
): Promise<CheckValidation> {
  const content = await inMember('quality_check', () => newContent(quality_check, context.principal.user_id))
  const { store, clock } = context
  const container = await findCheckedContainer(store.database, clock, quality_check.container_id)
  if (!container) throw notFound('container', quality_check.container_id)
  const { id: container_id, datastore_id, datastore_name: name } = container
  await requireNamed(context, { id: datastore_id, name }, 'Drafter', ['container', container_id])
  await inMember('quality_check', () => assessDefinition(context, container, content))
  // No check has the id 0.
  const definition = { ...content, id: 0 }
  const { verdict } = await tryCheck(context, { ...bounds, datastore_id, container_id, definition })
  return verdict
}
