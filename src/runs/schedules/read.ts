import type { TObject } from 'typebox'
import { requireDatastore } from '../../access/require.ts'
import { visibleDatastores } from '../../access/visible.ts'
import { notFound } from '../../kernel/errors.ts'
import type { PageRequest } from '../../kernel/page.ts'
import {
  findShownSchedule,
  listSchedules as selectSchedules,
  type ScheduleFilter,
  type ScheduleRow,
} from '../../store/schedules.ts'
import { datastoreReference } from '../../connectors/datastore-reference.ts'
import type { RunContext } from '../operation.ts'

/** Reporter on the datastore. */
export async function readSchedule(context: RunContext, id: number) {
  const schedule = await findShownSchedule(context.store.database, id)
  if (!schedule) throw notFound('schedule', id)
  await requireDatastore(context, schedule.datastore_id, 'Reporter', ['schedule', id])
  return presentSchedule(context, schedule)
}

/** Schedules of the datastores that the caller may see, newest first. */
export async function listSchedules(context: RunContext, filter: ScheduleFilter, request: PageRequest) {
  const page = await selectSchedules(context.store.database, visibleDatastores(context), filter, request)
  return { ...page, items: page.items.map((schedule) => presentSchedule(context, schedule)) }
}

/** The contract's schedule: its own members, and beside them those of its runs' payload. */
function presentSchedule(
  { operations }: RunContext,
  {
    trigger_type,
    payload,
    datastore_name,
    datastore_type,
    owner_id: _owner,
    deleted_at: _deleted,
    ...schedule
  }: ScheduleRow & { datastore_name: string; datastore_type: string; owner: string },
) {
  const definition = operations.find(trigger_type)
  const members = Object.keys((definition?.payload as TObject | undefined)?.properties ?? {})
  const echoed = Object.entries(definition?.echo(payload) ?? {}).filter(([, value]) => value !== undefined)
  return {
    ...Object.fromEntries(members.map((name) => [name, payload[name] ?? null])),
    ...Object.fromEntries(echoed),
    ...schedule,
    type: trigger_type,
    datastore: datastoreReference(schedule.datastore_id, datastore_name, datastore_type),
  }
}
