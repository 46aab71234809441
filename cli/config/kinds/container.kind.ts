import { Type } from 'typebox'
import type { ComputedContainer, Container, ContainerChange } from '../../../client/src/index.ts'
import { CommandFailed } from '../../command-failed.ts'
import { jsonText } from '../../exact-numbers.ts'
import type { Kind, Spec } from '../kind.ts'
import { given, maybe, metadata, namesOf, picked, tags, text, textOf, word } from '../members.ts'
import { allPages, type World } from '../world.ts'

const settings = [
  'description',
  'additional_metadata',
  'incremental_field_name',
  'incremental_identifier_type',
  'partition_field',
  'volumetric_tracking_enabled',
  'freshness_tracking_enabled',
  'group_by_fields',
  'has_header',
  'delimiter',
  'quote_character',
  'escape_character',
  'encoding',
  'null_tokens',
  'comment',
  'skip_lines',
  'decimal_separator',
  'date_format',
  'records_path',
  'treat_empty_as_null',
  'infer_datatypes',
] as const
const clauses = [
  'query',
  'select_clause',
  'where_clause',
  'group_by_clause',
  'left_join_field_name',
  'right_join_field_name',
  'join_type',
  'left_prefix',
  'right_prefix',
] as const
const computedTypes = new Set(['computed_table', 'computed_file', 'computed_join'])

/** What a container that no file describes has of settings: nothing that people chose. */
const defaults = {
  volumetric_tracking_enabled: true,
  freshness_tracking_enabled: false,
  group_by_fields: [],
  tags: [],
}

/** The settings of a container of the source, or a computed container with what it is made of. */
export const container: Kind = {
  name: 'container',
  title: 'container',
  key: ['datastore', 'name'],
  unordered: ['tags'],
  defaults,
  schema: Type.Object({
    datastore: text('The name of its datastore'),
    name: text('Its name'),
    container_type: word('computed_table, computed_file or computed_join; left out for what the source has'),
    ...Object.fromEntries(
      clauses.map((member) => [member, word('Of a computed container, as the API has it')]),
    ),
    source_container: word('Of a computed file: the name of the container that it reads'),
    left_container: word('Of a computed join: the name of the container on its left'),
    right_container: word('Of a computed join: the name of the container on its right'),
    right_datastore: word('The datastore of that, where it is another one'),
    key_fields: maybe(Type.Array(Type.String()), 'By which fields a row is recognised'),
    ...Object.fromEntries(
      settings.map((member) => [member, maybe(Type.Unknown(), 'A setting, as the API has it')]),
    ),
    additional_metadata: metadata,
    tags,
  }),
  async list(world, scope) {
    const found: { datastore: string; one: Container }[] = []
    for (const { id, name: datastore } of await world.datastoresIn(scope)) {
      const all = await allPages((request) => world.client.listContainers({ ...request, datastore: [id] }))
      found.push(...all.map((one) => ({ datastore, one })))
    }
    const names = found.some(({ one }) => readsOthers(one)) ? await world.allContainers() : new Map()
    return found.map(({ datastore, one }) => ({ id: one.id, spec: specOf(datastore, one, names) }))
  },
  isUnsaid: ({ spec }) =>
    Object.entries(spec).every(
      ([member, value]) =>
        ['datastore', 'name'].includes(member) ||
        value === null ||
        jsonText(value) === jsonText((defaults as Spec)[member]),
    ),
  async create(world, spec) {
    const type = spec['container_type']
    if (typeof type !== 'string' || !computedTypes.has(type))
      throw new CommandFailed(
        `"${textOf(spec, 'datastore')}" has no container "${textOf(spec, 'name')}"; a sync finds new ones.`,
      )
    const { container_type, name, ...rest } = {
      container_type: type,
      name: spec['name'],
      ...(await bodyOf(world, spec)),
    }
    const datastore_id = await world.datastore(textOf(spec, 'datastore'))
    const body = { ...rest, container_type, name, datastore_id } as unknown as ComputedContainer
    await world.client.createContainer({ body })
    world.forget()
  },
  change: async (world, { id }, spec) =>
    world.client.updateContainer({ id, body: (await bodyOf(world, spec)) as ContainerChange }),
  remove: ({ client }, { id }) => client.removeContainer({ id }),
  // Containers of the source are the source's to have.
  isKept: ({ spec }) => spec['container_type'] === null,
}

const readsOthers = ({ source_container_id, left_container_id }: Container): boolean =>
  source_container_id !== null || left_container_id !== null

type Names = ReadonlyMap<number | null, { datastore: string; name: string }>

function specOf(datastore: string, one: Container, names: Names): Spec {
  const isComputed = computedTypes.has(one.container_type)
  const right = names.get(one.right_container_id)
  return {
    datastore,
    name: one.name,
    container_type: isComputed ? one.container_type : null,
    ...picked(one, clauses),
    source_container: names.get(one.source_container_id)?.name ?? null,
    left_container: names.get(one.left_container_id)?.name ?? null,
    right_container: right?.name ?? null,
    right_datastore: right === undefined || right.datastore === datastore ? null : right.datastore,
    // The key that the source declares is not a setting.
    key_fields: one.key_fields_origin === 'set' ? one.key_fields : null,
    ...picked(one, settings),
    tags: namesOf(one.global_tags),
  }
}

async function bodyOf(world: World, spec: Spec): Promise<Record<string, unknown>> {
  const own = textOf(spec, 'datastore')
  const idOf = async (member: string, datastore: string) =>
    typeof spec[member] === 'string' ? world.container(datastore, textOf(spec, member)) : undefined
  const ids = {
    source_container_id: await idOf('source_container', own),
    left_container_id: await idOf('left_container', own),
    right_container_id: await idOf(
      'right_container',
      typeof spec['right_datastore'] === 'string' ? spec['right_datastore'] : own,
    ),
  }
  return {
    ...given(spec, [...clauses, ...settings, 'key_fields', 'tags']),
    ...given(ids, Object.keys(ids)),
  }
}
