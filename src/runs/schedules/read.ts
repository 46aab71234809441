import type { TObject } from 'typebox'
import { requireDatastore } from '../../access/require.ts'
import { visibleDatastores } from '../../access/visible.ts'
import { notFound } from '../../kernel/errors.ts'
import type { PageRequest } from '../../kernel/page.ts'
import { fetchPage } from '../../store/paging.ts'
import { selectSchedules, type ScheduleRow } from '../../store/schedules.ts'
import type { RunContext } from '../operation.ts'

/** Reporter on the datastore. */
export async function readSchedule(context: RunContext, id: number) {
  const schedule = await selectSchedules(context.store.database)
    .where('schedules.id', '=', id)
    .executeTakeFirst()
  if (!schedule) throw notFound('schedule', id)
  await requireDatastore(context, schedule.datastore_id, 'Reporter', ['schedule', id])
  return presentSchedule(context, schedule)
}

/** Schedules of the datastores that the caller may see, newest first. */
export async function listSchedules(
  context: RunContext,
  filter: { datastore?: number[]; deactivated?: boolean },
  request: PageRequest,
) {
  let query = selectSchedules(context.store.database)
    .where('schedules.datastore_id', 'in', visibleDatastores(context))
    .orderBy('schedules.id', 'desc')
  if (filter.datastore?.length) query = query.where('schedules.datastore_id', 'in', filter.datastore)
  if (filter.deactivated !== undefined) query = query.where('deactivated', '=', filter.deactivated)
  const page = await fetchPage(query, request)
  return { ...page, items: page.items.map((schedule) => presentSchedule(context, schedule)) }
}

/** The contract's schedule: its own members, and beside them those of its runs' payload. */
function presentSchedule(
  { operations }: RunContext,
  {
    trigger_type,
    payload,
    datastore_name,
    owner_id: _owner,
    deleted_at: _deleted,
    ...schedule
  }: ScheduleRow & { datastore_name: string; owner: string },
) {
  const definition = operations.find(trigger_type)
  const members = Object.keys((definition?.payload as TObject | undefined)?.properties ?? {})
  const echoed = Object.entries(definition?.echo(payload) ?? {}).filter(([, value]) => value !== undefined)
  return {
    ...Object.fromEntries(members.map((name) => [name, payload[name] ?? null])),
    ...Object.fromEntries(echoed),
    ...schedule,
    type: trigger_type,
    datastore: { id: schedule.datastore_id, name: datastore_name },
  }
}
