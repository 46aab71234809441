import type { Context } from '../../access/context.ts'
import { requireDatastore } from '../../access/require.ts'
import { within } from '../../access/within.ts'
import type { TeamPermission } from '../../model/principal.ts'
import type { ScoreSettings, ScoreSettingsChange } from '../../model/quality-score.ts'
import { findScoreSettings, saveScoreSettings, type SettingsOf } from '../../store/scores/settings.ts'
import { requireContainer } from '../containers/read.ts'

/** Reporter. How the score of a datastore or a container is weighed; null for what nobody set. */
export async function readScoreSettings(context: Context, of: SettingsOf): Promise<ScoreSettings> {
  await requireScored(context, of, 'Reporter')
  return findScoreSettings(context.store.database, of)
}

/** Editor. Absent members stay; the score follows within seconds. */
export async function updateScoreSettings(
  context: Context,
  of: SettingsOf,
  change: ScoreSettingsChange,
): Promise<ScoreSettings> {
  await requireScored(context, of, 'Editor')
  return within(context, async (transaction) => {
    await saveScoreSettings(transaction, of, change)
    return findScoreSettings(transaction, of)
  })
}

async function requireScored(context: Context, of: SettingsOf, permission: TeamPermission): Promise<void> {
  if ('datastore_id' in of) await requireDatastore(context, of.datastore_id, permission)
  else await requireContainer(context, of.container_id, permission)
}
