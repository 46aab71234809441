import { Type } from 'typebox'
import { inMember } from '../../kernel/errors.ts'
import { containerFacets, Facets } from '../../model/facet.ts'
import {
  Container,
  ContainerChange,
  ContainerStub,
  ContainerTagging,
  Field,
} from '../../model/container-record.ts'
import { ComputedContainer } from '../../model/computed-container.ts'
import { containerStatuses, containerTypes } from '../../model/container.ts'
import { fieldStatuses } from '../../model/field.ts'
import { GivenRowsInput } from '../../model/given-rows.ts'
import { Preview } from '../../model/preview.ts'
import { described, Id, SortDirection, SourceName } from '../../model/wire.ts'
import { createContainer } from '../../services/containers/create.ts'
import { previewContainer } from '../../services/containers/preview.ts'
import {
  countContainerFacets,
  listContainers,
  listNames,
  readContainer,
} from '../../services/containers/read.ts'
import { removeContainer } from '../../services/containers/remove.ts'
import { tagContainers } from '../../services/containers/tag.ts'
import { updateContainer } from '../../services/containers/update.ts'
import { validateContainer } from '../../services/containers/validate.ts'
import { scanGivenRows } from '../../services/given-rows/scan-given-rows.ts'
import { listContainerFields } from '../../services/fields/read.ts'
import { bulkBody } from '../body-bounds.ts'
import { facetQuery } from '../facet-query.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { idPath } from '../paths.ts'
import { anyOf, ids, text, texts } from '../query.ts'
import { defineRoute, defineRoutes } from '../route.ts'

/** Longer than a statement may take, nobody need wait. */
const patience = Type.Object({
  timeout_seconds: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 600,
      description: 'How long the store may take for a first row; default 60',
    }),
  ),
})

/** By what containers are found, beside the exact name. */
const containerQuery = {
  datastore: Type.Optional(described(ids, 'Containers of any of these datastores, by id')),
  container_type: Type.Optional(described(anyOf(containerTypes), 'Any of these kinds')),
  status: Type.Optional(described(anyOf(containerStatuses), 'Any of these statuses')),
  tag: Type.Optional(texts('The name of a tag; any of several')),
  archived: Type.Optional(
    Type.Enum(['only', 'include'], {
      description: 'A deleted container is gone, so `only` lists nothing and `include` what there is',
    }),
  ),
  search: Type.Optional(text('A part of the name, or the id')),
}

export default defineRoutes('Containers', ({ SingleOperation }) => [
  defineRoute({
    id: 'listContainers',
    method: 'GET',
    path: '/containers',
    summary: 'List containers',
    doc: 'Containers by name unless sorted otherwise, of the datastores that the caller may see.',
    need: 'Member',
    query: Type.Object({
      ...pageQuery,
      ...containerQuery,
      name: Type.Optional(text('The exact name')),
      include: Type.Optional(
        described(
          anyOf(['standing']),
          'What else is shown: the last scan, the verdicts and the open anomalies of each container',
        ),
      ),
      sort_name: Type.Optional(described(SortDirection, 'By name')),
      sort_created: Type.Optional(described(SortDirection, 'By when it was made')),
      sort_last_scan: Type.Optional(
        described(SortDirection, 'By when it was scanned last; those never scanned last'),
      ),
      sort_open_anomalies: Type.Optional(described(SortDirection, 'By how many open anomalies it has')),
      sort_quality_score: Type.Optional(
        described(SortDirection, 'By its quality score; those without one last'),
      ),
    }),
    responses: { 200: pageOf('ContainerPage', Container) },
    handler: (context, { query }) => listContainers(context, query),
  }),
  defineRoute({
    id: 'countContainers',
    method: 'GET',
    path: '/containers/facets',
    summary: 'Count containers by what they are filtered by',
    doc: 'How many containers the list would have with each value of a filter, beside the other filters; without its own. Views of databases count as tables.',
    need: 'Member',
    query: Type.Object({ ...facetQuery(containerFacets), ...containerQuery }),
    responses: { 200: Facets },
    handler: (context, { query: { facet, ...query } }) =>
      countContainerFacets(context, facet ?? containerFacets, query),
  }),
  defineRoute({
    id: 'listContainerNames',
    method: 'GET',
    path: '/containers/listing',
    summary: 'List the names of all containers',
    doc: 'Every container of a datastore at once, for looking up ids by name.',
    need: 'Member',
    query: Type.Object({
      datastore: Type.Optional(
        described(Id, 'Containers of this datastore. Left out: of all that the caller may see'),
      ),
    }),
    responses: { 200: Type.Array(ContainerStub) },
    handler: (context, { query }) => listNames(context, query.datastore),
  }),
  defineRoute({
    id: 'createContainer',
    method: 'POST',
    path: '/containers',
    summary: 'Create a computed container',
    doc: 'Makes a container of others by SQL, once its store has given a first row of it, and starts its first profile.',
    need: 'Editor',
    query: patience,
    body: ComputedContainer,
    responses: { 201: Container },
    handler: (context, { query, body }) => createContainer(context, body, query.timeout_seconds),
  }),
  defineRoute({
    id: 'validateContainer',
    method: 'POST',
    path: '/containers/validate',
    summary: 'Try a computed container',
    doc: 'Refuses what creating the container would refuse, and keeps nothing.',
    need: 'Editor',
    query: patience,
    body: Type.Object(
      { container: ComputedContainer },
      { title: 'ContainerValidation', description: 'A computed container to be tried' },
    ),
    responses: { 204: null },
    handler: (context, { query, body }) =>
      inMember('container', () => validateContainer(context, body.container, query.timeout_seconds)),
  }),
  defineRoute({
    id: 'readContainer',
    method: 'GET',
    path: '/containers/{id}',
    summary: 'Read a container',
    doc: 'One container with its settings, tags and counts.',
    need: 'Reporter',
    params: idPath,
    responses: { 200: Container },
    handler: (context, { params }) => readContainer(context, params.id),
  }),
  defineRoute({
    id: 'updateContainer',
    method: 'PUT',
    path: '/containers/{id}',
    summary: 'Update a container',
    doc: 'Changes the members given; the list of tags is replaced whole.',
    need: 'Editor',
    params: idPath,
    body: ContainerChange,
    responses: { 200: Container },
    handler: (context, { params, body }) => updateContainer(context, params.id, body),
  }),
  defineRoute({
    id: 'removeContainer',
    method: 'DELETE',
    path: '/containers/{id}',
    summary: 'Delete a container',
    doc: 'Deletes what the service knows of a container; the source itself is not touched.',
    need: 'Editor',
    params: idPath,
    responses: { 204: null },
    handler: (context, { params }) => removeContainer(context, params.id),
  }),
  defineRoute({
    id: 'listContainerFields',
    method: 'GET',
    path: '/containers/{id}/fields',
    summary: 'List the fields of a container',
    doc: 'Every field of a container at once, in the order of the source; active or missing ones unless `status` says otherwise.',
    need: 'Reporter',
    params: idPath,
    query: Type.Object({
      status: described(anyOf(fieldStatuses, ['active', 'missing']), 'Any of these statuses'),
    }),
    responses: { 200: Type.Array(Field) },
    handler: (context, { params, query }) => listContainerFields(context, params.id, query.status),
  }),
  defineRoute({
    id: 'previewContainer',
    method: 'GET',
    path: '/containers/{id}/source-records',
    summary: 'Preview the rows of a container',
    doc: 'Some rows of a container as its source has them now. Masked fields are not read unless `include_masked` asks for them, which is noted in the audit log.',
    need: [
      { when: 'masked values stay masked', need: 'Viewer' },
      { when: '`include_masked` is true', need: 'Editor' },
    ],
    params: idPath,
    query: Type.Object({
      limit: Type.Integer({ minimum: 1, maximum: 1000, default: 10, description: 'How many rows at most' }),
      filter: Type.Optional(
        Type.String({
          maxLength: 10_000,
          description: 'SQL of the source: only rows for which it is true are shown',
        }),
      ),
      sort_columns: Type.Optional(
        described(
          Type.Array(SourceName, { maxItems: 100 }),
          'Names of the fields to sort by, `-` before one that is descending. Left out: as the source gives them',
        ),
      ),
      include_masked: Type.Boolean({
        default: false,
        description: 'True: values of masked fields are shown, and the audit log says to whom',
      }),
    }),
    responses: { 200: Preview },
    refuses: [409],
    handler: (context, { params, query }) => previewContainer(context, params.id, query),
  }),
  defineRoute({
    id: 'scanGivenRows',
    method: 'POST',
    path: '/containers/{id}/scan',
    summary: 'Judge rows from outside',
    doc: 'Starts a run that judges the rows of the request, and none of the source, by the Active checks of the container. Their columns must be its fields.',
    need: 'Editor',
    params: idPath,
    body: GivenRowsInput,
    largest_body: 'upload',
    takes_file: true,
    responses: { 200: SingleOperation },
    handler: (context, { params, body, file }) => scanGivenRows(context, params.id, { ...body, file }),
  }),
  defineRoute({
    id: 'tagContainers',
    method: 'PATCH',
    path: '/containers',
    summary: 'Tag containers',
    doc: 'Replaces the tags of several containers, all or none.',
    need: 'Viewer',
    body: Type.Array(ContainerTagging, { maxItems: 1000 }),
    largest_body: bulkBody,
    responses: { 200: Type.Array(Container) },
    handler: (context, { body }) => tagContainers(context, body),
  }),
])
