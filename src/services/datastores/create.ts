import type { Context } from '../../access/context.ts'
import { within } from '../../access/within.ts'
import { ServiceError } from '../../kernel/errors.ts'
import type { Datastore, DatastoreInput } from '../../model/datastore-record.ts'
import type { RunContext } from '../../runs/operation.ts'
import { startRun } from '../../runs/start.ts'
import { insertDatastore } from '../../store/datastores.ts'
import type { Queryable } from '../../store/pool.ts'
import { refusingDuplicates } from '../../store/refusals.ts'
import { replaceTags } from '../../store/tags.ts'
import { replaceTeams } from '../../store/team-datastores.ts'
import { recordAudit } from '../../access/audit.ts'
import { creationAuditEntry, writeConnection } from '../connections/create.ts'
import { notedTest } from '../connections/noted-probe.ts'
import { wantedCompute } from './compute.ts'
import { freePrefix, requireFitting, requireLinkable } from './enrichment-link.ts'
import { storedPatterns } from './file-patterns.ts'
import { presentDatastore } from './present.ts'
import { newSource, type Source } from './target.ts'
import { requireOwnTeams, teamIds } from './teams.ts'

/**
 * Manager, and Editor in the teams that get it. The source must answer: 400 `connection_failed` with its reason otherwise, and
 * nothing is stored. `begins`: with its first run, which finds what is in it.
 */
export async function createDatastore(
  context: RunContext,
  input: DatastoreInput,
  begins: boolean,
): Promise<Datastore> {
  const { database } = context.store
  const source = await newSource(context, input)
  const teams = await teamIds(database, input.teams ?? [])
  await requireOwnTeams(context, teams)
  await notedTest(context, { connection_id: input.connection_id ?? null, ...source }, 'failures')
  const compute = await wantedCompute(context, source.connector, input.compute)
  const { name, enrichment_prefix } = input
  if (input.enrichment_only && enrichment_prefix != null)
    requireFitting({ enrichment_prefix, gives_prefix: true }, { name, type: source.connector.type })
  const id = await within(context, async (transaction, context) => {
    const { id, connection_id } = await writeDatastore(context, transaction, input, {
      ...source.target,
      ...compute,
    })
    await replaceTeams(transaction, id, teams)
    await replaceTags(transaction, 'datastore_id', id, input.tags ?? [])
    const details = { name: input.name, connection_id, team_ids: teams }
    await recordAudit(
      context,
      transaction,
      ...(input.connection == null ? [] : [creationAuditEntry(connection_id, input.connection)]),
      { action: 'create_datastore', resource_type: 'datastore', resource_id: id, details },
    )
    if (begins) await beginDatastore(context, id)
    return id
  })
  return presentDatastore(context, id)
}

/** The maker of a datastore may have it read for the first time, in a team of it or not. */
async function beginDatastore(context: RunContext, id: number): Promise<void> {
  const first = context.operations.all().find((operation) => operation.begins_datastores)
  if (!first)
    throw new ServiceError('wrong_state', 'This service has no operation that reads a new datastore.')
  await startRun(context, first, { datastore_id: id }, { asks_permission: false })
}

async function writeDatastore(
  context: Context,
  transaction: Queryable,
  input: DatastoreInput,
  read: Source['target'] & Awaited<ReturnType<typeof wantedCompute>>,
): Promise<{ id: number; connection_id: number }> {
  const { name, connection, enrichment_datastore_id } = input
  const enrichment_only = input.enrichment_only ?? false
  const enrichment_prefix = input.enrichment_prefix ?? (await freePrefix(context, transaction, name))
  if (enrichment_datastore_id != null) {
    const gives_prefix = input.enrichment_prefix != null
    const link = { id: 0, name, enrichment_only, enrichment_prefix, gives_prefix }
    await requireLinkable(context, transaction, link, enrichment_datastore_id)
  }
  const connection_id =
    connection == null
      ? (input.connection_id as number)
      : await writeConnection(context, transaction, connection)
  const id = await refusingDuplicates(`A datastore called "${name}" exists already.`, () =>
    insertDatastore(transaction, {
      name,
      description: input.description ?? null,
      connection_id,
      ...read,
      file_patterns: storedPatterns(input.file_patterns),
      connected: true,
      enrichment_only,
      enrich_datastore_id: enrichment_datastore_id ?? null,
      enrichment_prefix,
      ...settingsOf(input),
    }),
  )
  return { id, connection_id }
}

/** The settings that are given; null means the default, as does absence, so neither is written. */
function settingsOf(input: DatastoreInput) {
  const { enrichment_source_record_limit, enrichment_remediation_strategy, high_count_rollup_threshold } =
    input
  return {
    ...(enrichment_source_record_limit != null && { enrichment_source_record_limit }),
    ...(enrichment_remediation_strategy != null && { enrichment_remediation_strategy }),
    ...(high_count_rollup_threshold != null && { high_count_rollup_threshold }),
  }
}
