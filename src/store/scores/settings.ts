import { dimensions, type ScoreSettings, type ScoreSettingsChange } from '../../model/quality-score.ts'
import type { Queryable } from '../pool.ts'

/** What has settings: a datastore or a container, by its column. */
export type SettingsOf = { datastore_id: number } | { container_id: number }

const members = [
  'decay_period_days',
  ...dimensions.map((dimension) => `${dimension}_weight` as const),
] as const

const unset = Object.fromEntries(members.map((member) => [member, null])) as ScoreSettings

/** Null for each that nobody set. */
export async function findScoreSettings(database: Queryable, of: SettingsOf): Promise<ScoreSettings> {
  const found = await database
    .selectFrom('score_settings')
    .select(members)
    .where((eb) => eb.and(of))
    .executeTakeFirst()
  return found ?? unset
}

/** Sets what the change names; null sets it back. */
export async function saveScoreSettings(
  transaction: Queryable,
  of: SettingsOf,
  change: ScoreSettingsChange,
): Promise<void> {
  const set = Object.fromEntries(
    members.flatMap((member) => (change[member] === undefined ? [] : [[member, change[member]]])),
  )
  if (Object.keys(set).length === 0) return
  await transaction
    .insertInto('score_settings')
    .values({ ...of, ...set })
    .onConflict((conflict) =>
      conflict.column('datastore_id' in of ? 'datastore_id' : 'container_id').doUpdateSet(set),
    )
    .execute()
}
