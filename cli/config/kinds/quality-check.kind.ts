import { Type } from 'typebox'
import type { QualityCheck, QualityCheckChange, QualityCheckInput } from '../../../client/src/index.ts'
import type { Kind, Spec, Standing } from '../kind.ts'
import { given, maybe, metadata, namesOf, picked, tags, text, textOf, word } from '../members.ts'
import { allPages, type World } from '../world.ts'

/** Where a check keeps the key that its file gives it. */
const keyMember = 'assay_key'
const members = [
  'rule_type',
  'description',
  'fields',
  'coverage',
  'filter',
  'anomaly_message_field',
  'status',
  'tags',
] as const

/** A check that people wrote; inferred ones are the service's to look after, until somebody changes them. */
export const qualityCheck: Kind = {
  name: 'quality_check',
  title: 'quality check',
  key: ['datastore', 'container', 'key'],
  unordered: ['tags'],
  at_once: 8,
  is_leaf: true,
  schema: Type.Object({
    datastore: text('The name of the datastore'),
    container: text('The name of the container that it judges'),
    key: text('What it is known by in these files, unlike that of any other check of the container'),
    rule_type: text('The rule, such as notNull'),
    description: text('What it demands, for people'),
    fields: maybe(Type.Array(Type.String()), 'The fields that it judges'),
    coverage: maybe(Type.Number(), 'Share of rows that must pass; default 1'),
    filter: word('SQL: only rows for which it is true are judged'),
    properties: maybe(
      Type.Record(Type.String(), Type.Unknown()),
      'What the rule needs to be told; containers that it refers to by ref_container and ref_datastore',
    ),
    anomaly_message_field: word('The field whose value is the message of an anomaly'),
    status: word('Active or Draft; default Active'),
    tags,
    additional_metadata: metadata,
  }),
  defaults: { fields: [], coverage: 1, properties: {}, status: 'Active', tags: [] },
  async list(world, scope) {
    const standing: Standing[] = []
    for (const { id, name: datastore } of await world.datastoresIn(scope)) {
      const listed = await allPages((request) =>
        world.client.listChecks({ ...request, datastore: [id], inferred: false, sort_created: 'asc' }),
      )
      // Templates have a list of their own.
      const all = listed.filter((one) => 'container' in one)
      const names = all.some(({ properties }) => 'ref_container_id' in properties)
        ? await world.allContainers()
        : new Map<number | null, Place>()
      const keys = keysOf(all)
      standing.push(
        ...all.map((one) => ({ id: one.id, spec: specOf(datastore, one, keys.get(one.id) ?? '', names) })),
      )
    }
    return standing
  },
  async create(world, spec) {
    const container_id = await world.container(textOf(spec, 'datastore'), textOf(spec, 'container'))
    const body = { ...(await bodyOf(world, spec)), container_id } as unknown as QualityCheckInput
    return world.client.createCheck({ body })
  },
  change: async (world, { id }, spec) =>
    world.client.updateCheck({ id, body: (await bodyOf(world, spec)) as QualityCheckChange }),
  // Archived, so that its anomalies and their history stay.
  remove: ({ client }, { id }) => client.removeCheck({ id, archive: true }),
}

interface Place {
  datastore: string
  name: string
}

/** The keys of checks: as their files gave them, else of rule and fields, with a number where several are alike. */
function keysOf(checks: readonly QualityCheck[]): Map<number, string> {
  const taken = new Set<string>()
  const keys = new Map<number, string>()
  const take = ({ id, container }: QualityCheck, key: string): void => {
    taken.add(`${container.id} ${key}`)
    keys.set(id, key)
  }
  const keyed = ({ additional_metadata: pairs }: QualityCheck): unknown => pairs?.[keyMember]
  for (const check of checks) if (typeof keyed(check) === 'string') take(check, String(keyed(check)))
  for (const check of checks) {
    if (keys.has(check.id)) continue
    const fields = namesOf(check.fields).toSorted().join('_')
    const base = `${check.rule_type.toLowerCase()}${fields === '' ? '' : `__${fields}`}`
    let key = base
    for (let count = 2; taken.has(`${check.container.id} ${key}`); count += 1) key = `${base}_${count}`
    take(check, key)
  }
  return keys
}

function specOf(
  datastore: string,
  check: QualityCheck,
  key: string,
  names: ReadonlyMap<number | null, Place>,
): Spec {
  const { [keyMember]: _, ...pairs } = check.additional_metadata ?? {}
  const { ref_container_id: id, ref_datastore_id: __, ...properties } = check.properties
  const place = typeof id === 'number' ? names.get(id) : undefined
  const isElsewhere = place !== undefined && place.datastore !== datastore
  return {
    datastore,
    container: check.container.name,
    key,
    ...picked(check, members),
    fields: namesOf(check.fields),
    tags: namesOf(check.global_tags),
    properties: {
      ...properties,
      ...(place && { ref_container: place.name }),
      ...(isElsewhere && { ref_datastore: place.datastore }),
    },
    additional_metadata: Object.keys(pairs).length === 0 ? null : pairs,
  }
}

async function bodyOf(world: World, spec: Spec): Promise<Record<string, unknown>> {
  const { ref_container, ref_datastore, ...properties } = (spec['properties'] ?? {}) as Record<
    string,
    unknown
  >
  const of = typeof ref_datastore === 'string' ? ref_datastore : textOf(spec, 'datastore')
  const ids =
    typeof ref_container === 'string'
      ? {
          ref_container_id: await world.container(of, ref_container),
          ...(typeof ref_datastore === 'string' && { ref_datastore_id: await world.datastore(of) }),
        }
      : {}
  const pairs = (spec['additional_metadata'] ?? {}) as object
  return {
    ...given(spec, members),
    properties: { ...properties, ...ids },
    additional_metadata: { ...pairs, [keyMember]: spec['key'] },
  }
}
