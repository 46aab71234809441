import { Type } from 'typebox'
import { Field } from '../../../model/container-record.ts'
import { fieldStatuses, fieldTypes } from '../../../model/field.ts'
import { Id } from '../../../model/wire.ts'
import { listFields } from '../../../services/fields/read.ts'
import { pageOf, pageQuery } from '../../paging.ts'
import { anyOf, ids, text, texts } from '../../query.ts'
import { defineRoute } from '../../route.ts'

/** Fields in the order of the source; those that are active or missing unless `status` says otherwise. */
export default defineRoute({
  method: 'GET',
  path: '/fields',
  summary: 'List fields',
  group: 'Fields',
  query: Type.Object({
    ...pageQuery,
    container_id: Type.Optional(Id),
    datastore: Type.Optional(ids),
    container: Type.Optional(ids),
    name: Type.Optional(text('The exact name')),
    type: Type.Optional(anyOf(fieldTypes)),
    tag: Type.Optional(texts('The name of a tag; any of several')),
    status: anyOf(fieldStatuses, ['active', 'missing']),
  }),
  responses: { 200: pageOf(Field) },
  handler: (context, { query: { container_id, container, ...query } }) =>
    listFields(context, {
      ...query,
      container: container_id === undefined ? container : [...(container ?? []), container_id],
    }),
})
