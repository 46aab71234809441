import { isDeepStrictEqual } from 'node:util'
import { within } from '../../access/within.ts'
import type { Context } from '../../access/context.ts'
import { requireDatastore, requireRole } from '../../access/require.ts'
import { notFound, ServiceError } from '../../kernel/errors.ts'
import type { Datastore, DatastoreChange } from '../../model/datastore-record.ts'
import { findDatastore, lockDatastore, setDatastore, type DatastoreRow } from '../../store/datastores.ts'
import { setFavorite } from '../../store/favorites.ts'
import { namesOfEnriched } from '../../store/enrichment-links.ts'
import type { Queryable } from '../../store/pool.ts'
import { refusingDuplicates } from '../../store/refusals.ts'
import { replaceTags } from '../../store/tags.ts'
import { replaceTeams, teamsOfDatastore } from '../../store/team-datastores.ts'
import { recordAudit } from '../../access/audit.ts'
import { notedTest } from '../connections/noted-probe.ts'
import { wantedCompute } from './compute.ts'
import { requireFitting, requireLinkable } from './enrichment-link.ts'
import { presentDatastore } from './present.ts'
import { storedPatterns } from './file-patterns.ts'
import { requireTarget, storedSource, targetOf, withoutLeftovers } from './target.ts'
import { requireOwnTeams, teamIds } from './teams.ts'

/**
 * Editor; another source needs Manager too, other teams Editor through them. Absent members stay. A changed source must answer
 * before it is stored.
 */
export async function updateDatastore(
  context: Context,
  id: number,
  change: DatastoreChange,
): Promise<Datastore> {
  const { database } = context.store
  await requireDatastore(context, id, 'Editor')
  const row = (await findDatastore(database, id)) as DatastoreRow
  const source = {
    ...(await changedSource(context, row, change)),
    ...(await changedCompute(context, row, change)),
  }
  // Clients send null for what nobody gave: it must not take the datastore from everybody.
  const teams = change.teams ? await teamIds(database, change.teams) : null
  const teamsBefore = await teamsOfDatastore(database, id)
  const otherTeams = teams === null ? [] : [...new Set(teams).symmetricDifference(new Set(teamsBefore))]
  await requireOwnTeams(context, otherTeams)
  await within(context, async (transaction) => {
    const now = await lockDatastore(transaction, id)
    if (!now) throw notFound('datastore', id)
    await requireConsistentLink(context, transaction, now, change)
    // Only what the change names is written: another change at the same time keeps what it wrote.
    const columns = { ...changedSettings(change), ...source }
    if (Object.keys(columns).length > 0) {
      await refusingDuplicates(`A datastore called "${change.name}" exists already.`, () =>
        setDatastore(transaction, id, columns),
      )
    }
    if (teams) await replaceTeams(transaction, id, teams)
    if (change.tags !== undefined) await replaceTags(transaction, 'datastore_id', id, change.tags ?? [])
    const changed = changedMembers(row, columns)
    if (changed.length === 0 && otherTeams.length === 0) return
    await recordAudit(context, transaction, {
      action: 'update_datastore',
      resource_type: 'datastore',
      resource_id: id,
      details: { name: change.name ?? row.name, changed, ...(otherTeams.length > 0 && { team_ids: teams }) },
    })
  })
  return presentDatastore(context, id)
}

/** The columns of another source, once it has answered; none when the source stays. */
async function changedSource(context: Context, row: DatastoreRow, change: DatastoreChange) {
  const connection_id = change.connection_id ?? row.connection_id
  const target = targetOf({ ...row, ...definedOnly(change) })
  const isSame =
    connection_id === row.connection_id &&
    target.database === row.database &&
    target.schema === row.schema &&
    target.root_path === row.root_path
  if (isSame) return {}
  const source = await storedSource(context, connection_id)
  // A connection's credentials reach further than what the datastore's editors were given of it.
  requireRole(context, 'Manager')
  // Settings that another kind of store has no use for are dropped, unless the change asks for them.
  const wanted = withoutLeftovers(source.connector, target, change)
  requireTarget({ ...source, target: wanted })
  await notedTest(context, { connection_id, ...source, target: wanted }, 'failures')
  return { connection_id, ...wanted, connected: true }
}

/** The columns of another engine, once it has answered; none when it stays. Manager, too, to be rid of it: who reads the files then is another. */
async function changedCompute(context: Context, row: DatastoreRow, change: DatastoreChange) {
  const before = row.compute_place && { connection_id: row.compute_connection_id ?? 0, ...row.compute_place }
  const wanted = change.compute === undefined ? before : change.compute
  const isOnOther = change.connection_id != null && change.connection_id !== row.connection_id
  if (wanted === null && before === null) return {}
  if (!isOnOther && isDeepStrictEqual(wanted, before)) return {}
  requireRole(context, 'Manager')
  const { connector } = await storedSource(context, change.connection_id ?? row.connection_id)
  return wantedCompute(context, connector, wanted)
}

function changedMembers(row: DatastoreRow, after: object): string[] {
  const before = new Map<string, unknown>(Object.entries(row))
  return Object.entries(after).flatMap(([member, value]) =>
    member === 'connected' || isSame(before.get(member), value) ? [] : member,
  )
}

/** Lists are written as JSON. */
function isSame(before: unknown, after: unknown): boolean {
  return before === after || (typeof before === 'object' && JSON.stringify(before) === after)
}

function definedOnly(change: DatastoreChange) {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
}

/** The settings that the change sets. Null clears the description; elsewhere it leaves the setting as it is. */
function changedSettings(change: DatastoreChange) {
  const { name, description, enrichment_only, enrichment_prefix, file_patterns } = change
  const { enrichment_source_record_limit, enrichment_remediation_strategy, high_count_rollup_threshold } =
    change
  return {
    ...(name != null && { name }),
    ...(description !== undefined && { description }),
    ...(file_patterns !== undefined && { file_patterns: storedPatterns(file_patterns) }),
    ...(enrichment_only != null && { enrichment_only }),
    ...(enrichment_prefix != null && { enrichment_prefix }),
    ...(enrichment_source_record_limit != null && { enrichment_source_record_limit }),
    ...(enrichment_remediation_strategy != null && { enrichment_remediation_strategy }),
    ...(high_count_rollup_threshold != null && { high_count_rollup_threshold }),
  }
}

/** A changed prefix or kind must not break links that exist. */
async function requireConsistentLink(
  context: Context,
  transaction: Queryable,
  row: DatastoreRow,
  change: DatastoreChange,
): Promise<void> {
  const { enrichment_only, enrichment_prefix } = { ...row, ...changedSettings(change) }
  const isOther = enrichment_only !== row.enrichment_only || enrichment_prefix !== row.enrichment_prefix
  const gives_prefix = change.enrichment_prefix != null
  if (row.enrich_datastore_id !== null && isOther) {
    const link = { id: row.id, name: row.name, enrichment_only, enrichment_prefix, gives_prefix }
    await requireLinkable(context, transaction, link, row.enrich_datastore_id)
  }
  if (enrichment_only && isOther) requireFitting({ enrichment_prefix, gives_prefix }, row)
  if (!row.enrichment_only || change.enrichment_only !== false) return
  const linked = await namesOfEnriched(transaction, row.id)
  if (linked.length > 0) {
    const names = linked.map((name) => `"${name}"`).join(', ')
    throw new ServiceError(
      'in_use',
      `"${row.name}" is the enrichment datastore of ${names}; unlink them first.`,
    )
  }
}

/** Reporter. Favourites of the caller stand first in the caller's lists. */
export async function markFavorite(context: Context, id: number, favorite: boolean): Promise<Datastore> {
  await requireDatastore(context, id, 'Reporter')
  await setFavorite(context.store.database, context.principal.user_id, id, favorite)
  return presentDatastore(context, id)
}
