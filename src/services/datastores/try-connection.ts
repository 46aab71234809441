import type { Context } from '../../access/context.ts'
import { requireDatastore } from '../../access/require.ts'
import type { ConnectionTest } from '../../model/connection.ts'
import type { DatastoreInput } from '../../model/datastore-record.ts'
import { findDatastore, recordConnected, type DatastoreRow } from '../../store/datastores.ts'
import { notedTest } from '../connections/noted-probe.ts'
import { outcomeOf, probe } from '../connections/probe.ts'
import { tryCompute, wantedCompute } from './compute.ts'
import { newSource, storedSource, targetOf } from './target.ts'

/** Reporter. Whether the source answers now, and its engine where it has one; `connected` of the datastore is kept up to date by it. */
export async function testDatastore(context: Context, id: number): Promise<ConnectionTest> {
  await requireDatastore(context, id, 'Reporter')
  const row = (await findDatastore(context.store.database, id)) as DatastoreRow
  const { connector, values } = await storedSource(context, row.connection_id)
  const tried = async (): Promise<void> => {
    await probe(context, connector, (bounds) => connector.test(values, targetOf(row), bounds))
    await tryCompute(context, row)
  }
  const outcome = await outcomeOf(tried(), connector)
  await recordConnected(context.store.database, id, outcome.connected)
  return outcome
}

/** Manager. Tries what would be created, and stores nothing; throws `connection_failed` with the source's reason. */
export async function tryDatastore(context: Context, input: DatastoreInput): Promise<void> {
  const source = await newSource(context, input)
  await notedTest(context, { connection_id: input.connection_id ?? null, ...source }, 'all')
  await wantedCompute(context, source.connector, input.compute)
}
