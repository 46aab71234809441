import { Type } from 'typebox'
import type { QualityCheck, QualityCheckChange, QualityCheckInput } from '../../../client/src/index.ts'
import { CommandFailed } from '../../command-failed.ts'
import { checkKey, freeKeys, ownPairs } from '../keys.ts'
import type { Kind, Spec, Standing } from '../kind.ts'
import { given, maybe, metadata, namesOf, picked, tags, text, textOf, word } from '../members.ts'
import { propertiesById, propertiesByName, type Place } from '../references.ts'
import { allPages, type World } from '../world.ts'

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
    template: word('The key of the check template that it comes from; it cannot change'),
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
      const isMade = all.some(({ template_id }) => template_id !== null)
      const templates = new Map(isMade ? (await world.templates()).map(({ key, one }) => [one.id, key]) : [])
      for (const one of all) {
        const template = one.template_id === null ? null : (templates.get(one.template_id) ?? null)
        const spec = specOf(datastore, one, keys.get(one.id) ?? '', names)
        standing.push({ id: one.id, spec: { ...spec, template } })
      }
    }
    return standing
  },
  async create(world, spec) {
    const container_id = await world.container(textOf(spec, 'datastore'), textOf(spec, 'container'))
    const { template } = spec
    const body = {
      ...(await bodyOf(world, spec)),
      container_id,
      ...(typeof template === 'string' && { template_id: await world.template(template) }),
    } as unknown as QualityCheckInput
    return world.client.createCheck({ body })
  },
  async change(world, { id }, spec, changed) {
    if (changed.includes('template'))
      throw new CommandFailed('A check stays with the template that it was made from; give it another key.')
    return world.client.updateCheck({ id, body: (await bodyOf(world, spec)) as QualityCheckChange })
  },
  // Checks of a locked template take these from it, and refuse others.
  async written(world, members) {
    const { coverage: _, filter: __, properties: ___, ...own } = members
    const { template } = members
    const templates = typeof template === 'string' ? await world.templates() : []
    return templates.some(({ key, one }) => key === template && one.template_locked) ? own : members
  },
  // Archived, so that its anomalies and their history stay.
  remove: ({ client }, { id }) => client.removeCheck({ id, archive: true }),
}

/** The keys of checks, oldest first: as their files gave them, else of rule and fields. */
function keysOf(checks: readonly QualityCheck[]): Map<number, string> {
  return new Map(
    [...Map.groupBy(checks, ({ container }) => container.id).values()].flatMap((all) => [
      ...freeKeys(all, checkKey, ({ rule_type, fields }) => {
        const names = namesOf(fields).toSorted().join('_')
        return `${rule_type.toLowerCase()}${names === '' ? '' : `__${names}`}`
      }),
    ]),
  )
}

function specOf(
  datastore: string,
  check: QualityCheck,
  key: string,
  names: ReadonlyMap<number | null, Place>,
): Spec {
  return {
    datastore,
    container: check.container.name,
    key,
    ...picked(check, members),
    fields: namesOf(check.fields),
    tags: namesOf(check.global_tags),
    properties: propertiesByName(check.properties, datastore, names),
    additional_metadata: ownPairs(check.additional_metadata),
  }
}

async function bodyOf(world: World, spec: Spec): Promise<Record<string, unknown>> {
  const { template } = spec
  const properties = spec['properties'] as Record<string, unknown> | null | undefined
  const pairs = (spec['additional_metadata'] ?? {}) as object
  // What is left out of a check of a template is as the template has it.
  const isLeft = properties === undefined && typeof template === 'string'
  return {
    ...given(spec, members),
    ...(!isLeft && { properties: await propertiesById(world, properties ?? {}, textOf(spec, 'datastore')) }),
    additional_metadata: { ...pairs, [checkKey]: spec['key'] },
  }
}
