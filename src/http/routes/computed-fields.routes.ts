import { ComputedFieldChange, ComputedFieldRecord, NewComputedField } from '../../model/computed-field.ts'
import { createComputedField } from '../../services/computed-fields/create.ts'
import { removeComputedField } from '../../services/computed-fields/remove.ts'
import { updateComputedField } from '../../services/computed-fields/update.ts'
import { idPath } from '../paths.ts'
import { defineRoute, defineRoutes } from '../route.ts'

export default defineRoutes('Computed fields', [
  defineRoute({
    id: 'createComputedField',
    method: 'POST',
    path: '/computed-fields',
    summary: 'Create a computed field',
    doc: 'Makes a field of a container that is computed from others, once the store has given a first value of it.',
    need: 'Editor',
    body: NewComputedField,
    responses: { 201: ComputedFieldRecord },
    handler: (context, { body }) => createComputedField(context, body),
  }),
  defineRoute({
    id: 'updateComputedField',
    method: 'PUT',
    path: '/computed-fields/{id}',
    summary: 'Update a computed field',
    doc: 'Changes the members given; the store must give a first value again.',
    need: 'Editor',
    params: idPath,
    body: ComputedFieldChange,
    responses: { 200: ComputedFieldRecord },
    handler: (context, { params, body }) => updateComputedField(context, params.id, body),
  }),
  defineRoute({
    id: 'removeComputedField',
    method: 'DELETE',
    path: '/computed-fields/{id}',
    summary: 'Delete a computed field',
    doc: 'Takes the field away for good, with its history; a masked one stays as missing, so that what was kept of it stays hidden. Refused while checks name it.',
    need: 'Editor',
    params: idPath,
    responses: { 204: null },
    handler: (context, { params }) => removeComputedField(context, params.id),
  }),
])
