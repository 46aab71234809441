import { Type } from 'typebox'
import { anomalyFacets, Facets } from '../../model/facet.ts'
import {
  AnomalyChange,
  AnomalyComment,
  AnomalyCommentInput,
  AnomalyRecord,
  BulkAnomalyChange,
  BulkAnomalyResult,
  anomalyRemoval,
  AnomalyStatusChange,
  IdentifiedAnomalyChange,
  IdentifiedAnomalyRemoval,
  SourceRecordText,
} from '../../model/anomaly-record.ts'
import { Person } from '../../model/user.ts'
import { described, Id } from '../../model/wire.ts'
import { listAssignees } from '../../services/anomalies/assignees.ts'
import { changeAnomalies, mostAnomalies } from '../../services/anomalies/bulk.ts'
import { createComment, listComments, removeComment } from '../../services/anomalies/comments.ts'
import { listStatusChanges } from '../../services/anomalies/history.ts'
import { countAnomalyFacets, listAnomalies } from '../../services/anomalies/list.ts'
import { readAnomaly } from '../../services/anomalies/read.ts'
import { removeAnomalies, removeAnomaly } from '../../services/anomalies/remove.ts'
import { downloadSourceRecord, readSourceRecord } from '../../services/anomalies/source-record.ts'
import { updateAnomalies, updateAnomaly } from '../../services/anomalies/update.ts'
import { anomalyOrder, anomalyQuery } from '../anomaly-query.ts'
import { bulkBody } from '../body-bounds.ts'
import { facetQuery } from '../facet-query.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { anomalyPath } from '../paths.ts'
import { ids, sourceRecordQuery, singleQuery, text } from '../query.ts'
import { defineRoute, defineRoutes, Download, FromState } from '../route.ts'

export default defineRoutes('Anomalies', [
  defineRoute({
    id: 'listAnomalies',
    method: 'GET',
    path: '/anomalies',
    summary: 'List anomalies',
    doc: 'Anomalies of the datastores that the caller may see; open ones unless asked otherwise.',
    need: 'Member',
    query: Type.Object({
      ...pageQuery,
      ...anomalyQuery,
      ...anomalyOrder,
    }),
    responses: { 200: pageOf('AnomalyPage', AnomalyRecord) },
    async handler(context, { query }) {
      const page = await listAnomalies(context, query, query)
      // A timeframe ends now.
      return query.timeframe === undefined ? new FromState(page) : page
    },
  }),
  defineRoute({
    id: 'countAnomalies',
    method: 'GET',
    path: '/anomalies/facets',
    summary: 'Count anomalies by what they are filtered by',
    doc: 'How many anomalies the list would have with each value of a filter, beside the other filters; without its own.',
    need: 'Member',
    query: Type.Object({ ...facetQuery(anomalyFacets), ...anomalyQuery }),
    responses: { 200: Facets },
    handler: (context, { query: { facet, ...query } }) =>
      countAnomalyFacets(context, facet ?? anomalyFacets, query),
  }),
  defineRoute({
    id: 'listAssignees',
    method: 'GET',
    path: '/anomalies/assignees',
    summary: 'List whom anomalies can be assigned to',
    doc: 'Users with Viewer on one of the datastores, and Admins, by user name. Only datastores on which the caller is Author count; without one the list is empty.',
    need: 'Member',
    query: Type.Object({
      ...pageQuery,
      datastore: Type.Optional(
        described(
          ids,
          'Who can be assigned the anomalies of any of these datastores; left out: of any at all',
        ),
      ),
      name: Type.Optional(text('Part of the name or the user name')),
    }),
    responses: { 200: pageOf('AssigneePage', Person) },
    handler: (context, { query }) => listAssignees(context, query),
  }),
  defineRoute({
    id: 'readAnomaly',
    method: 'GET',
    path: '/anomalies/{id}',
    summary: 'Get an anomaly',
    doc: 'One anomaly, by its id or its uuid.',
    need: 'Reporter',
    params: anomalyPath,
    query: singleQuery,
    responses: { 200: AnomalyRecord },
    handler: (context, { params, query }) => readAnomaly(context, params.id, query.include),
  }),
  defineRoute({
    id: 'updateAnomaly',
    method: 'PUT',
    path: '/anomalies/{id}',
    summary: 'Update an anomaly',
    doc: 'Changes the members given; an open status also restores an archived anomaly.',
    need: [
      { when: 'the status, the assignees or the tags are changed', need: 'Author' },
      { when: 'the description is changed', need: 'Editor' },
    ],
    params: anomalyPath,
    body: AnomalyChange,
    responses: { 200: AnomalyRecord },
    handler: (context, { params, body }) => updateAnomaly(context, params.id, body),
  }),
  defineRoute({
    id: 'removeAnomaly',
    method: 'DELETE',
    path: '/anomalies/{id}',
    summary: 'Archive or delete an anomaly',
    doc: 'Archives an anomaly with a reason, or deletes it for good with `archive=false`.',
    need: 'Author',
    params: anomalyPath,
    query: Type.Object(anomalyRemoval),
    responses: { 204: null },
    handler: (context, { params, query }) => removeAnomaly(context, params.id, query),
  }),
  defineRoute({
    id: 'updateAnomalies',
    method: 'PATCH',
    path: '/anomalies',
    summary: 'Update anomalies',
    doc: 'Changes several anomalies, all or none.',
    need: [
      { when: 'the status, the assignees or the tags are changed', need: 'Author' },
      { when: 'the description is changed', need: 'Editor' },
    ],
    body: Type.Array(IdentifiedAnomalyChange, { maxItems: 1000 }),
    largest_body: bulkBody,
    responses: { 200: Type.Array(AnomalyRecord) },
    handler: (context, { body }) => updateAnomalies(context, body),
  }),
  defineRoute({
    id: 'removeAnomalies',
    method: 'DELETE',
    path: '/anomalies',
    summary: 'Archive or delete anomalies',
    doc: 'Archives or deletes several anomalies, all or none.',
    need: 'Author',
    body: Type.Array(IdentifiedAnomalyRemoval, { maxItems: 1000 }),
    largest_body: bulkBody,
    responses: { 204: null },
    handler: (context, { body }) => removeAnomalies(context, body),
  }),
  defineRoute({
    id: 'changeAnomalies',
    method: 'POST',
    path: '/anomalies/bulk',
    summary: 'Change many anomalies',
    doc: 'Changes the anomalies of these ids, or those that a filter finds, each as far as the caller may; the others are refused one by one. A dry run tells what would become of them.',
    need: 'Member',
    body: Type.Object(
      {
        ids: Type.Optional(
          described(Type.Array(Id, { maxItems: mostAnomalies }), 'The anomalies; or give a filter'),
        ),
        filter: Type.Optional(
          Type.Object(anomalyQuery, {
            title: 'AnomalyFilter',
            // A filter that is not understood must not find more than was meant.
            additionalProperties: false,
            description: 'Those that a list with these filters shows, at most 5000; or give their ids',
          }),
        ),
        change: described(BulkAnomalyChange, 'What becomes of each'),
        dry_run: Type.Optional(
          Type.Boolean({
            description: 'True: the answer is the same, and nothing is changed; default false',
          }),
        ),
      },
      { title: 'BulkAnomalies', description: 'Many anomalies, and what becomes of each' },
    ),
    responses: { 200: BulkAnomalyResult },
    handler: (context, { body }) => changeAnomalies(context, body),
  }),
  defineRoute({
    id: 'createAnomalyComment',
    method: 'POST',
    path: '/anomalies/{id}/comments',
    summary: 'Comment on an anomaly',
    doc: "Adds a comment in the caller's name.",
    need: 'Viewer',
    params: anomalyPath,
    body: AnomalyCommentInput,
    responses: { 201: AnomalyComment },
    handler: (context, { params, body }) => createComment(context, params.id, body.message),
  }),
  defineRoute({
    id: 'listAnomalyComments',
    method: 'GET',
    path: '/anomalies/{id}/comments',
    summary: 'List the comments on an anomaly',
    doc: 'What people said about an anomaly, oldest first.',
    need: 'Viewer',
    params: anomalyPath,
    query: Type.Object(pageQuery),
    responses: { 200: pageOf('AnomalyCommentPage', AnomalyComment) },
    handler: (context, { params, query }) => listComments(context, params.id, query),
  }),
  defineRoute({
    id: 'listAnomalyHistory',
    method: 'GET',
    path: '/anomalies/{id}/history',
    summary: 'List the status changes of an anomaly',
    doc: 'How the status of an anomaly came about, newest change first.',
    need: 'Reporter',
    params: anomalyPath,
    query: Type.Object(pageQuery),
    responses: { 200: pageOf('AnomalyStatusChangePage', AnomalyStatusChange) },
    handler: (context, { params, query }) => listStatusChanges(context, params.id, query),
  }),
  defineRoute({
    id: 'removeAnomalyComment',
    method: 'DELETE',
    path: '/anomalies/{id}/comments/{comment_id}',
    summary: 'Delete a comment',
    doc: "Deletes a comment of the caller's own.",
    need: [
      { when: "the comment is the caller's own", need: 'Viewer' },
      { when: "the comment is somebody else's", need: 'nobody' },
    ],
    params: Type.Object({ ...anomalyPath.properties, comment_id: described(Id, 'The comment') }),
    responses: { 204: null },
    handler: (context, { params }) => removeComment(context, params.id, params.comment_id),
  }),
  defineRoute({
    id: 'downloadAnomalySourceRecords',
    method: 'GET',
    path: '/anomalies/{id}/source-record/csv',
    summary: 'Download the source records of an anomaly as CSV',
    doc: 'The same rows as a CSV file, all of them unless limited.',
    need: [
      { when: 'masked values stay masked', need: 'Viewer' },
      { when: '`include_masked` is true', need: 'Editor' },
    ],
    params: anomalyPath,
    query: Type.Object(sourceRecordQuery),
    responses: { 200: Type.String() },
    media_type: 'text/csv',
    async handler(context, { params, query: { limit = null, include_masked = false } }) {
      const { anomaly_id, content } = await downloadSourceRecord(context, params.id, limit, include_masked)
      return new Download(`anomaly-${anomaly_id}-source-records.csv`, 'text/csv; charset=utf-8', content)
    },
  }),
  defineRoute({
    id: 'readAnomalySourceRecords',
    method: 'GET',
    path: '/anomalies/{id}/source-record',
    summary: 'Get the source records of an anomaly',
    doc: 'The records that an anomaly is made of, up to the limit kept, and which of their cells fail.',
    need: [
      { when: 'masked values stay masked', need: 'Viewer' },
      { when: '`include_masked` is true', need: 'Editor' },
    ],
    params: anomalyPath,
    query: Type.Object({
      ...sourceRecordQuery,
      offset: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: Number.MAX_SAFE_INTEGER,
          description: 'How many rows are passed over; default 0',
        }),
      ),
    }),
    responses: { 200: SourceRecordText },
    handler: (context, { params, query: { limit = 10, offset = 0, include_masked = false } }) =>
      readSourceRecord(context, params.id, { limit, offset }, include_masked),
  }),
])
