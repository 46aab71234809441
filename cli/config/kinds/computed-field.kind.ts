import { Type } from 'typebox'
import type { ComputedFieldChange, NewComputedField } from '../../../client/src/index.ts'
import type { Kind, Standing } from '../kind.ts'
import { given, maybe, metadata, picked, text, textOf } from '../members.ts'
import { allPages } from '../world.ts'

const members = ['name', 'transformation', 'source_fields', 'properties', 'additional_metadata'] as const

/** A field that the service computes from others of its container. */
export const computedField: Kind = {
  name: 'computed_field',
  title: 'computed field',
  key: ['datastore', 'container', 'name'],
  schema: Type.Object({
    datastore: text('The name of the datastore'),
    container: text('The name of its container'),
    name: text('Its name'),
    transformation: text('How it is computed, such as customExpression'),
    source_fields: maybe(Type.Array(Type.String()), 'The fields that it is computed from'),
    properties: maybe(Type.Record(Type.String(), Type.Unknown()), 'The settings of its transformation'),
    additional_metadata: metadata,
  }),
  defaults: { source_fields: [], properties: {} },
  async list(world, scope) {
    const standing: Standing[] = []
    for (const { id, name: datastore } of await world.datastoresIn(scope)) {
      const all = await allPages((request) => world.client.listContainers({ ...request, datastore: [id] }))
      for (const { name: container, computed_fields } of all)
        for (const one of computed_fields)
          standing.push({ id: one.id, spec: { datastore, container, ...picked(one, members) } })
    }
    return standing
  },
  async create(world, spec) {
    const container_id = await world.container(textOf(spec, 'datastore'), textOf(spec, 'container'))
    const body = { ...given(spec, members), container_id } as unknown as NewComputedField
    return world.client.createComputedField({ body })
  },
  change: ({ client }, { id }, spec) =>
    client.updateComputedField({ id, body: given(spec, members) as ComputedFieldChange }),
  remove: ({ client }, { id }) => client.removeComputedField({ id }),
}
