import type { Context } from '../../access/context.ts'
import { requireDatastore } from '../../access/require.ts'
import type { Page, PageRequest } from '../../kernel/page.ts'
import type { DatedQualityScore } from '../../model/quality-score.ts'
import { listScores } from '../../store/scores/history.ts'
import { requireContainer } from '../containers/read.ts'
import { readField } from '../fields/read.ts'

/** Reporter; the scores that the datastore has had, newest first. */
export async function listDatastoreScores(
  context: Context,
  id: number,
  request: PageRequest,
): Promise<Page<DatedQualityScore>> {
  await requireDatastore(context, id, 'Reporter')
  return listScores(context.store.database, 'datastore_id', id, request)
}

/** Reporter; the scores that the container has had, newest first. */
export async function listContainerScores(
  context: Context,
  id: number,
  request: PageRequest,
): Promise<Page<DatedQualityScore>> {
  await requireContainer(context, id, 'Reporter')
  return listScores(context.store.database, 'container_id', id, request)
}

/** Reporter; the scores that the field has had, newest first. */
export async function listFieldScores(
  context: Context,
  id: number,
  request: PageRequest,
): Promise<Page<DatedQualityScore>> {
  await readField(context, id)
  return listScores(context.store.database, 'field_id', id, request)
}
