import type { Context } from '../../access/context.ts'
import { permittedDatastores } from '../../access/visible.ts'
import type { Page, PageRequest } from '../../kernel/page.ts'
import type { AnomalyStatusChange } from '../../model/anomaly-record.ts'
import { policyOf } from '../../disclosure/policies.ts'
import { shownText } from '../../disclosure/records.ts'
import { listStatusChanges as selectStatusChanges } from '../../store/anomaly-history.ts'
import { findAnomaly } from './read.ts'

/**
 * Reporter. The changes of an anomaly's status and of its row, newest first; that it was found is told by the anomaly itself.
 * What the row was is for Viewers, as source records are, and without values of masked fields.
 */
export async function listStatusChanges(
  context: Context,
  reference: string,
  request: PageRequest,
): Promise<Page<AnomalyStatusChange>> {
  const { id, container_id, datastore_id } = await findAnomaly(context, reference, 'Reporter')
  const page = await selectStatusChanges(context.store.database, id, request)
  const policy = await policyOf(context.store.database, container_id)
  const mayRead = (await permittedDatastores(context, 'Viewer'))(datastore_id)
  const items = page.items.map(({ user_id, user_name, name, email, former_record, ...change }) => ({
    ...change,
    former_record: former_record === null || !mayRead ? null : shownText(former_record, policy),
    user: user_id === null || user_name === null ? null : { id: user_id, user_id, user_name, name, email },
  }))
  return { ...page, items }
}
