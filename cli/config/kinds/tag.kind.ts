import { Type } from 'typebox'
import type { Kind } from '../kind.ts'
import { given, maybe, picked, text, textOf, word } from '../members.ts'

const members = ['color', 'description', 'category', 'weight_modifier'] as const

/** A global tag. */
export const tag: Kind = {
  name: 'tag',
  title: 'tag',
  key: ['name'],
  schema: Type.Object({
    name: text('Its name'),
    color: word('Its colour, such as #2255aa'),
    description: word('What it stands for'),
    category: word('What it belongs to'),
    weight_modifier: maybe(Type.Integer(), 'What it adds to the weight of checks and anomalies; default 0'),
  }),
  defaults: { weight_modifier: 0 },
  async list({ client }) {
    const tags = await client.listTagNames()
    return tags.map((one, index) => ({ id: index, spec: { name: one.name, ...picked(one, members) } }))
  },
  create: ({ client }, spec) =>
    client.createTag({ body: { name: textOf(spec, 'name'), ...given(spec, members) } }),
  change: ({ client }, _standing, spec) =>
    client.updateTag({ name: textOf(spec, 'name'), body: given(spec, members) }),
  remove: null,
}
