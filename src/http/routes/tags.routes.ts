import { Type } from 'typebox'
import { GlobalTag, GlobalTagChange, GlobalTagInput } from '../../model/tag.ts'
import { createTag } from '../../services/tags/create.ts'
import { listAllTags, listTags, readTag } from '../../services/tags/list.ts'
import { removeTag } from '../../services/tags/remove.ts'
import { updateTag } from '../../services/tags/update.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { defineRoute, defineRoutes } from '../route.ts'
import { described } from '../../model/wire.ts'

export default defineRoutes('Tags', [
  defineRoute({
    id: 'listTags',
    method: 'GET',
    path: '/global-tags',
    summary: 'List global tags',
    doc: 'Global tags by name.',
    need: 'Member',
    query: Type.Object(pageQuery),
    responses: { 200: pageOf('GlobalTagPage', GlobalTag) },
    handler: (context, { query }) => listTags(context, query),
  }),
  defineRoute({
    id: 'listTagNames',
    method: 'GET',
    path: '/global-tags/listing',
    summary: 'List all global tags',
    doc: 'Every global tag at once, by name, for choosing one.',
    need: 'Member',
    responses: { 200: Type.Array(GlobalTag) },
    handler: listAllTags,
  }),
  defineRoute({
    id: 'createTag',
    method: 'POST',
    path: '/global-tags',
    summary: 'Create a global tag',
    doc: 'Makes a global tag.',
    need: 'Manager',
    body: GlobalTagInput,
    responses: { 201: GlobalTag },
    handler: (context, { body }) => createTag(context, body),
  }),
  defineRoute({
    id: 'readTag',
    method: 'GET',
    path: '/global-tags/{name}',
    summary: 'Read a global tag',
    doc: 'One global tag by its name.',
    need: 'Member',
    params: Type.Object({ name: described(Type.String(), 'The name of the tag') }),
    responses: { 200: GlobalTag },
    handler: (context, { params }) => readTag(context, params.name),
  }),
  defineRoute({
    id: 'updateTag',
    method: 'PUT',
    path: '/global-tags/{name}',
    summary: 'Update a global tag',
    doc: 'Changes the members given; the name stays.',
    need: 'Manager',
    params: Type.Object({ name: described(Type.String(), 'The name of the tag') }),
    body: GlobalTagChange,
    responses: { 200: GlobalTag },
    refuses: [409],
    handler: (context, { params, body }) => updateTag(context, params.name, body),
  }),
  defineRoute({
    id: 'removeTag',
    method: 'DELETE',
    path: '/global-tags/{name}',
    summary: 'Delete a global tag',
    doc: 'Deletes a global tag and takes it off everything.',
    need: 'Manager',
    params: Type.Object({ name: described(Type.String(), 'The name of the tag') }),
    responses: { 204: null },
    handler: (context, { params }) => removeTag(context, params.name),
  }),
])
