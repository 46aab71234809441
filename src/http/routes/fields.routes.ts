import { Type } from 'typebox'
import {
  Field,
  FieldChange,
  fieldRemoval,
  IdentifiedField,
  IdentifiedFieldChange,
  IdentifiedFieldRemoval,
} from '../../model/container-record.ts'
import { fieldStatuses, fieldTypes } from '../../model/field.ts'
import { described, Id } from '../../model/wire.ts'
import { mergeFields } from '../../services/fields/merge.ts'
import { listFields, readField } from '../../services/fields/read.ts'
import { removeField, removeFields } from '../../services/fields/remove.ts'
import { restoreField, restoreFields } from '../../services/fields/restore.ts'
import { updateField, updateFields } from '../../services/fields/update.ts'
import { bulkBody } from '../body-bounds.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { idPath } from '../paths.ts'
import { anyOf, ids, text, texts } from '../query.ts'
import { defineRoute, defineRoutes } from '../route.ts'

export default defineRoutes('Fields', [
  defineRoute({
    id: 'listFields',
    method: 'GET',
    path: '/fields',
    summary: 'List fields',
    doc: 'Fields in the order of the source; those that are active or missing unless `status` says otherwise.',
    need: 'Member',
    query: Type.Object({
      ...pageQuery,
      container_id: Type.Optional(described(Id, 'Fields of this container; older clients name it so')),
      datastore: Type.Optional(described(ids, 'Fields in any of these datastores, by id')),
      container: Type.Optional(described(ids, 'Fields of any of these containers, by id')),
      name: Type.Optional(text('The exact name')),
      type: Type.Optional(described(anyOf(fieldTypes), 'Any of these types')),
      tag: Type.Optional(texts('The name of a tag; any of several')),
      status: described(anyOf(fieldStatuses, ['active', 'missing']), 'Any of these statuses'),
    }),
    responses: { 200: pageOf('FieldPage', Field) },
    handler: (context, { query: { container_id, container, ...query } }) =>
      listFields(context, {
        ...query,
        container: container_id === undefined ? container : [...(container ?? []), container_id],
      }),
  }),
  defineRoute({
    id: 'readField',
    method: 'GET',
    path: '/fields/{id}',
    summary: 'Read a field',
    doc: 'One field as the last sync found it.',
    need: 'Reporter',
    params: idPath,
    responses: { 200: Field },
    handler: (context, { params }) => readField(context, params.id),
  }),
  defineRoute({
    id: 'updateField',
    method: 'PUT',
    path: '/fields/{id}',
    summary: 'Update a field',
    doc: 'Masks a field, shows it again, or describes it.',
    need: 'Editor',
    params: idPath,
    body: FieldChange,
    responses: { 200: Field },
    handler: (context, { params, body }) => updateField(context, params.id, body),
  }),
  defineRoute({
    id: 'updateFields',
    method: 'PATCH',
    path: '/fields',
    summary: 'Update several fields',
    doc: 'Changes of several fields, all or none; answered in their order.',
    need: [
      { when: 'only tags are changed', need: 'Viewer' },
      { when: 'anything else is changed', need: 'Editor' },
    ],
    body: Type.Array(IdentifiedFieldChange, { maxItems: 1000 }),
    largest_body: bulkBody,
    responses: { 200: Type.Array(Field) },
    handler: (context, { body }) => updateFields(context, body),
  }),
  defineRoute({
    id: 'removeField',
    method: 'DELETE',
    path: '/fields/{id}',
    summary: 'Exclude or delete a field',
    doc: 'Excludes a field: it is not read any more, and the checks that name it are archived. With `archive=false` one that is missing, or computed, is deleted for good.',
    need: 'Editor',
    params: idPath,
    query: Type.Object(fieldRemoval),
    responses: { 204: null },
    handler: (context, { params, query }) => removeField(context, params.id, query),
  }),
  defineRoute({
    id: 'removeFields',
    method: 'DELETE',
    path: '/fields',
    summary: 'Exclude or delete several fields',
    doc: 'Excludes or deletes several fields, all or none.',
    need: 'Editor',
    body: Type.Array(IdentifiedFieldRemoval, { maxItems: 1000 }),
    largest_body: bulkBody,
    responses: { 204: null },
    handler: (context, { body }) => removeFields(context, body),
  }),
  defineRoute({
    id: 'restoreField',
    method: 'POST',
    path: '/fields/{id}/restore',
    summary: 'Restore a field',
    doc: 'Brings an excluded field back as it was, masked if it was. Checks that were archived with it stay so.',
    need: 'Editor',
    params: idPath,
    responses: { 200: Field },
    handler: (context, { params }) => restoreField(context, params.id),
  }),
  defineRoute({
    id: 'restoreFields',
    method: 'PATCH',
    path: '/fields/restore',
    summary: 'Restore several fields',
    doc: 'Brings several excluded fields back, all or none; answered in their order.',
    need: 'Editor',
    body: Type.Array(IdentifiedField, { maxItems: 1000 }),
    largest_body: bulkBody,
    responses: { 200: Type.Array(Field) },
    handler: (context, { body }) => restoreFields(context, body),
  }),
  defineRoute({
    id: 'mergeFields',
    method: 'POST',
    path: '/fields/merge',
    summary: 'Merge a missing field into another',
    doc: 'After a field was renamed in its source: the missing field keeps its id, checks and history, and takes the name and type of the one that has its values now.',
    need: 'Editor',
    query: Type.Object({
      source_field_id: described(Id, 'The missing field, which stays'),
      target_field_id: described(Id, 'The field that has its values now, whose name it takes'),
    }),
    responses: { 200: Field },
    refuses: [409],
    handler: (context, { query }) => mergeFields(context, query.source_field_id, query.target_field_id),
  }),
])
