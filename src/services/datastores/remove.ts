import type { Context } from '../../access/context.ts'
import { requireRole } from '../../access/require.ts'
import { notFound } from '../../kernel/errors.ts'
import { findDatastore } from '../../store/datastores.ts'

/** Admin. Goes with its containers, checks, anomalies and runs; datastores that it enriched are unlinked. */
export async function removeDatastore(context: Context, id: number): Promise<void> {
  if (!(await findDatastore(context.store.database, id))) throw notFound('datastore', id)
  requireRole(context, 'Admin')
  await context.store.database.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('datastores')
      .set({ enrich_datastore_id: null, enrichment_remediation_strategy: 'none' })
      .where('enrich_datastore_id', '=', id)
      .execute()
    await transaction.deleteFrom('datastores').where('id', '=', id).execute()
  })
}
