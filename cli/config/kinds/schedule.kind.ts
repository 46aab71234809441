import { Type } from 'typebox'
import type { Schedule, ScheduleChange, ScheduleInput } from '../../../client/src/index.ts'
import type { Kind, Spec, Standing } from '../kind.ts'
import { given, maybe, picked, text, textOf, word } from '../members.ts'
import { allPages, type World } from '../world.ts'

const members = ['type', 'crontab', 'timezone', 'deactivated'] as const
/** What a schedule shows beside the settings of its runs, and ids, which mean nothing elsewhere. */
const unsaid = new Set<string>([
  ...members,
  'id',
  'name',
  'datastore',
  'datastore_id',
  'owner',
  'next_run',
  'last_run',
  'message',
  'created',
  'last_updated',
  'container_ids',
  'check_ids',
  'computed_field_ids',
])

/** A run that begins by the clock; only those that have a name are known here. */
export const schedule: Kind = {
  name: 'schedule',
  title: 'schedule',
  key: ['datastore', 'name'],
  schema: Type.Object({
    datastore: text('The name of the datastore'),
    name: text('Its name, unlike that of any other of the datastore'),
    type: text('What runs: scan, profile, sync, export or materialize'),
    crontab: text('When, as five fields'),
    timezone: word('Whose clock counts; default UTC'),
    deactivated: maybe(Type.Boolean(), 'True: it does not fire; default false'),
    settings: maybe(
      Type.Record(Type.String(), Type.Unknown()),
      'The members of the run, as the API has them; containers by their names',
    ),
  }),
  is_leaf: true,
  partial: ['settings'],
  defaults: { timezone: 'UTC', deactivated: false, settings: {} },
  async list(world, scope) {
    const known = await world.datastoresIn(scope)
    if (known.length === 0) return []
    const all = await allPages((request) =>
      world.client.listSchedules({ ...request, datastore: known.map(({ id }) => id) }),
    )
    return all.flatMap((one): Standing[] => (one.name === null ? [] : [{ id: one.id, spec: specOf(one) }]))
  },
  create: async (world, spec) =>
    world.client.createSchedule({ body: (await bodyOf(world, spec)) as unknown as ScheduleInput }),
  change: async (world, { id }, spec) =>
    world.client.updateSchedule({ id, body: (await bodyOf(world, spec)) as ScheduleChange }),
  remove: ({ client }, { id }) => client.removeSchedule({ id }),
}

function specOf(one: Schedule): Spec {
  const settings = Object.entries(one).filter(([member, value]) => !unsaid.has(member) && value !== null)
  return {
    datastore: one.datastore.name,
    name: one.name,
    ...picked(one, members),
    settings: Object.fromEntries(settings),
  }
}

async function bodyOf(world: World, spec: Spec): Promise<Record<string, unknown>> {
  const settings = (spec['settings'] ?? {}) as object
  const datastore_id = await world.datastore(textOf(spec, 'datastore'))
  return { ...settings, ...given(spec, ['name', ...members]), datastore_id }
}
