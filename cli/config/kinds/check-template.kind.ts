import { Type } from 'typebox'
import type { CheckTemplate, CheckTemplateChange, CheckTemplateInput } from '../../../client/src/index.ts'
import { CommandFailed } from '../../command-failed.ts'
import { ownPairs, templateKey } from '../keys.ts'
import type { Kind, Spec } from '../kind.ts'
import { given, maybe, metadata, namesOf, picked, tags, text, word } from '../members.ts'
import { propertiesById, propertiesByName, type Place } from '../references.ts'
import type { World } from '../world.ts'

const members = [
  'rule_type',
  'description',
  'coverage',
  'filter',
  'anomaly_message_field',
  'template_locked',
  'tags',
] as const

/** What many checks have in common; checks name it by its key. */
export const checkTemplate: Kind = {
  name: 'check_template',
  title: 'check template',
  key: ['key'],
  unordered: ['tags'],
  schema: Type.Object({
    key: text('What it is known by in these files, unlike that of any other template'),
    rule_type: text('The rule, such as notNull; it cannot change'),
    description: text('What it demands, for people'),
    coverage: maybe(Type.Number(), 'Share of rows that must pass; default 1'),
    filter: word(
      "SQL: only rows for which it is true are judged; each('A', 'B') makes a check for each value",
    ),
    properties: maybe(
      Type.Record(Type.String(), Type.Unknown()),
      'What the rule needs to be told; containers that it refers to by ref_container and ref_datastore',
    ),
    anomaly_message_field: word('The field whose value is the message of an anomaly'),
    template_locked: maybe(Type.Boolean(), 'True: its checks follow it in all that they test; default false'),
    tags,
    additional_metadata: metadata,
  }),
  defaults: { coverage: 1, properties: {}, template_locked: false, tags: [] },
  async list(world) {
    const templates = await world.templates()
    const names = templates.some(({ one }) => 'ref_container_id' in one.properties)
      ? await world.allContainers()
      : new Map<number | null, Place>()
    return templates.map(({ key, one }) => ({ id: one.id, spec: specOf(key, one, names) }))
  },
  async create(world, spec) {
    await world.client.createCheckTemplate({ body: (await bodyOf(world, spec)) as CheckTemplateInput })
    world.forget()
  },
  async change(world, { id }, spec, changed) {
    if (changed.includes('rule_type'))
      throw new CommandFailed('The rule of a template cannot change; give the other template another key.')
    await world.client.updateCheckTemplate({ id, body: await bodyOf(world, spec) })
  },
  remove: null,
}

function specOf(key: string, one: CheckTemplate, names: ReadonlyMap<number | null, Place>): Spec {
  return {
    key,
    ...picked(one, members),
    properties: propertiesByName(one.properties, null, names),
    tags: namesOf(one.global_tags),
    additional_metadata: ownPairs(one.additional_metadata),
  }
}

async function bodyOf(world: World, spec: Spec): Promise<CheckTemplateChange> {
  const { template_locked, ...body } = given(spec, members)
  const properties = spec['properties'] as Record<string, unknown> | null | undefined
  const pairs = (spec['additional_metadata'] ?? {}) as object
  return {
    ...body,
    ...(template_locked !== undefined && { template_locked: template_locked === true }),
    ...(properties !== undefined && { properties: await propertiesById(world, properties ?? {}, null) }),
    additional_metadata: { ...pairs, [templateKey]: spec['key'] },
  }
}
