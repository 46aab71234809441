import type { Context } from '../../access/context.ts'
import { ServiceError } from '../../kernel/errors.ts'
import type { ComputedContainer } from '../../model/computed-container.ts'
import { findCatalogued } from '../../store/catalogue.ts'
import { assessComputation } from './assess-computation.ts'
import { wantedComputation } from './computation.ts'
import { nameTaken, refuseReservedName } from './create.ts'

/** Editor. Refuses what `createContainer` would refuse, and keeps nothing. */
export async function validateContainer(
  context: Context,
  input: ComputedContainer,
  timeoutSeconds?: number,
): Promise<void> {
  const wanted = await wantedComputation(context, input.container_type, input)
  refuseReservedName(input.name)
  if (await findCatalogued(context.store.database, wanted.datastore_id, input.name))
    throw new ServiceError('conflict', nameTaken(input.name))
  await assessComputation(context, wanted, timeoutSeconds)
}
