import { requireDatastore } from '../../../access/require.ts'
import { permittedDatastores, visibleDatastores } from '../../../access/visible.ts'
import { within } from '../../../access/within.ts'
import { invalidMember } from '../../../kernel/errors.ts'
import { anomalyStatuses, openAnomalyStatuses } from '../../../model/anomaly.ts'
import type { AnomalyWork } from '../../../model/flow.ts'
import type { RunContext } from '../../../runs/operation.ts'
import { insertComment } from '../../../store/anomaly-comments.ts'
import { carryPath } from '../../../store/flows/events.ts'
import { inactiveAnomalies } from '../../../store/flows/inactive.ts'
import { idsOf } from '../../../store/paging.ts'
import type { OpenTransaction } from '../../../store/pool.ts'
import { addTags } from '../../../store/tags.ts'
import { removeAnomalies } from '../../anomalies/remove.ts'
import type { FlowActionKind } from './action.ts'

/** Anomalies that one transaction takes on; more are left for the next time that the flow is set off. */
const mostTogether = 10_000

/** Archives or deletes anomalies that nobody has cared for in a while. */
const anomalyAction: FlowActionKind = {
  type: 'anomaly',
  async read(context, { given, place }) {
    const { anomaly } = given
    if (anomaly == null)
      throw invalidMember(
        [...place, 'anomaly'],
        'An action of the type anomaly needs anomaly: what is done.',
        'missing',
      )
    for (const id of anomaly.filter_datastores ?? []) await requireDatastore(context, id, 'Author')
    return { settings: { ...anomaly }, secrets: null }
  },
  show: (settings) => ({ anomaly: settings as AnomalyWork }),
  async perform({ action, led_by }) {
    const work = action.settings as AnomalyWork
    return async (context) => {
      const count = await putAway(context, work, led_by.path)
      const verb = work.action === 'delete' ? 'deleted' : 'archived'
      const anomalies = count === 1 ? 'anomaly was' : 'anomalies were'
      return {
        result: 'success',
        message: `${count} ${anomalies} ${verb} after ${work.inactivity_days} days of inactivity.`,
      }
    }
  },
}

export default anomalyAction

/** How many were put away: those of datastores on which the owner of the flow is Author. */
async function putAway(context: RunContext, work: AnomalyWork, path: readonly number[]): Promise<number> {
  const ids = await inactiveOnes(context, work)
  const archive = work.action === 'archive'
  await within(context, async (transaction, context) => {
    await carryPath(transaction, path)
    if (archive) await describe(transaction, context, ids, work)
    const status = work.status ?? 'Discarded'
    await removeAnomalies(
      context,
      ids.map((id) => ({ id, archive, status })),
    )
  })
  return ids.length
}

async function inactiveOnes(context: RunContext, work: AnomalyWork): Promise<number[]> {
  const isPermitted = await permittedDatastores(context, 'Author')
  const asked = work.filter_datastores?.length
    ? work.filter_datastores
    : await idsOf(visibleDatastores(context))
  const statuses = work.action === 'archive' ? openAnomalyStatuses : (work.filter_statuses ?? anomalyStatuses)
  const wanted = {
    days: work.inactivity_days,
    datastores: asked.filter((id) => isPermitted(id)),
    tags: work.filter_tags ?? [],
    statuses,
  }
  return inactiveAnomalies(context.store.database, wanted, mostTogether)
}

/** Gives the anomalies that are archived the tags and the comment that the action has for them. */
async function describe(
  transaction: OpenTransaction,
  { clock, principal: { user_id } }: RunContext,
  ids: readonly number[],
  { tags, comment }: AnomalyWork,
): Promise<void> {
  const created = (await clock.now(transaction)).toISOString()
  if (tags?.length)
    await addTags(
      transaction,
      'anomaly_id',
      ids.map((id) => ({ id, names: tags })),
    )
  if (!comment?.trim()) return
  for (const anomaly_id of ids)
    await insertComment(transaction, { anomaly_id, user_id, message: comment, created })
}
