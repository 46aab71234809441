import { within } from '../../access/within.ts'
import type { Context } from '../../access/context.ts'
import { deleteContainer, lockCatalogue, rememberRemoval } from '../../store/catalogue.ts'
import { notFound, ServiceError } from '../../kernel/errors.ts'
import { isComputed } from '../../model/container.ts'
import { dependantsOf } from '../../store/computations.ts'
import type { Queryable } from '../../store/pool.ts'
import { recordAudit } from '../../access/audit.ts'
import { requireContainer } from './read.ts'

/** Editor. Goes with its fields, checks and anomalies, and stays away until a sync is told to recreate it. 409 while others read it. */
export async function removeContainer(context: Context, id: number): Promise<void> {
  const { datastore_id, name, container_type } = await requireContainer(context, id, 'Editor')
  await within(context, async (transaction) => {
    await lockCatalogue(transaction, datastore_id)
    await refuseNeeded(transaction, id, name)
    if (!(await deleteContainer(transaction, id))) throw notFound('container', id)
    if (!isComputed(container_type)) await rememberRemoval(transaction, datastore_id, name)
    await recordAudit(context, transaction, {
      action: 'delete_container',
      resource_type: 'container',
      resource_id: id,
      details: { name, datastore_id },
    })
  })
}

async function refuseNeeded(transaction: Queryable, id: number, name: string): Promise<void> {
  const readers = (await dependantsOf(transaction, id)).map((reader) => `"${reader.name}"`)
  if (readers.length === 0) return
  throw new ServiceError(
    'in_use',
    `"${name}" is read by the computed ${readers.length === 1 ? 'container' : 'containers'} ${readers.join(', ')}; delete ${readers.length === 1 ? 'it' : 'them'} first.`,
  )
}
