import { Type } from 'typebox'
import { Facets, operationFacets } from '../../model/facet.ts'
import { CheckResult } from '../../model/container-scan-record.ts'
import { OperationContainer, OperationLog } from '../../model/operation-record.ts'
import { containerForms, operationResults, operationTypes, scanResults } from '../../model/operation.ts'
import { PromotedEntity, promoteResults } from '../../model/promotion.ts'
import { described, Id, SortDirection } from '../../model/wire.ts'
import { abortOperation } from '../../runs/control/abort.ts'
import { listContainersOrPromoted, listPromoted } from '../../runs/control/entities.ts'
import { followOperation } from '../../runs/control/follow.ts'
import { countOperations, listOperations } from '../../runs/control/list.ts'
import { listOperationLogs, partitionForms, readOperation } from '../../runs/control/read.ts'
import { removeOperation } from '../../runs/control/remove.ts'
import { rerunOperation } from '../../runs/control/rerun.ts'
import { resumeOperation } from '../../runs/control/resume.ts'
import { listScanChecks } from '../../services/container-scans/scan-checks.ts'
import { startRun } from '../../runs/start.ts'
import { facetQuery } from '../facet-query.ts'
import { EventStream } from '../event-stream.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { idPath } from '../paths.ts'
import { anyOf, day, ids, offsetMinutes, text, texts, singleQuery } from '../query.ts'
import { defineRoute, defineRoutes, FromState } from '../route.ts'

const events = Type.String({
  description:
    'Server-sent events. `progress`: a JSON object of what the list of operations shows of the operation itself (no datastore, schedule, has_logs, containers), at the beginning and at every change of result, message or status; changes that come faster than they are read are one event. `containers`, where asked for: `{all: false, items}` has the containers that changed, at most four times a second, by their ids in `GET /operations/{id}/containers`, and `{all: true, items: []}`, once at the beginning, says that what was loaded of them before is old. `end`: the whole operation, once it has ended; the stream ends with it. `refused`: an error, when the token or the permission was taken or the operation was deleted; the stream ends with it. The `id` of an event is the revision of the operation. A comment is sent when there was nothing new for 15 seconds.',
})

/** By what runs are found. */
const operationQuery = {
  id: Type.Optional(described(Id, 'The run of this id')),
  schedule_id: Type.Optional(described(Id, 'Runs that this schedule started')),
  operation_type: Type.Optional(described(Type.Enum(operationTypes), 'Runs of this type')),
  finished: Type.Optional(
    Type.Boolean({ description: 'True: only runs that have ended; false: only the others' }),
  ),
  result: Type.Optional(described(anyOf(operationResults), 'Any of these results')),
  created_date: Type.Optional(described(day, 'Made on this day')),
  start_date: Type.Optional(described(day, 'Asked for on this day or later')),
  end_date: Type.Optional(described(day, 'Asked for on this day or earlier')),
  datastore: Type.Optional(described(ids, 'Runs on any of these datastores, by id')),
  container: Type.Optional(described(ids, 'Runs that touched any of these containers, by id')),
  has_logs: Type.Optional(
    Type.Boolean({ description: 'True: only runs that logged something; false: only the others' }),
  ),
  triggered_by: Type.Optional(
    texts('The user name of who started it, or whose schedule or flow did; any of several'),
  ),
  search: Type.Optional(text("A part of the message or of the datastore's name, or the id")),
  offset: Type.Optional(described(offsetMinutes, 'Minutes that local time is ahead of UTC, for the days')),
}

export default defineRoutes('Operations', ({ RunInput, ListedOperation, SingleOperation }) => [
  defineRoute({
    id: 'listOperations',
    method: 'GET',
    path: '/operations',
    summary: 'List operations',
    doc: 'Runs of every type, newest first, of the datastores that the caller may see.',
    need: 'Member',
    query: Type.Object({
      ...pageQuery,
      ...operationQuery,
      containers: Type.Optional(
        described(
          Type.Enum(containerForms),
          'How the containers of a run are told: `all` lists them (default), `count` tells how many, `none` neither',
        ),
      ),
      sort_created: Type.Optional(described(SortDirection, 'By when it was made')),
      sort_duration: Type.Optional(described(SortDirection, 'By how long they took')),
    }),
    responses: { 200: pageOf('OperationPage', ListedOperation) },
    async handler(context, { query }) {
      const page = await listOperations(context, query, query)
      // How long a run takes that goes on is a matter of the time.
      return query.sort_duration === undefined ? new FromState(page) : page
    },
  }),
  defineRoute({
    id: 'countOperations',
    method: 'GET',
    path: '/operations/facets',
    summary: 'Count operations by what they are filtered by',
    doc: 'How many runs the list would have with each value of a filter, beside the other filters; without its own.',
    need: 'Member',
    query: Type.Object({ ...facetQuery(operationFacets), ...operationQuery }),
    responses: { 200: Facets },
    handler: (context, { query: { facet, ...query } }) =>
      countOperations(context, facet ?? operationFacets, query),
  }),
  defineRoute({
    id: 'readOperation',
    method: 'GET',
    path: '/operations/{id}',
    summary: 'Get an operation',
    doc: 'One run: configuration, status, containers, and for scans the container scans.',
    need: 'Reporter',
    params: idPath,
    query: singleQuery,
    responses: { 200: SingleOperation },
    async handler(context, { params, query }) {
      const record = await readOperation(context, params.id, query.include)
      // Of aborted work it tells what should have stopped by now.
      return record.aborted_work === null ? new FromState(record) : record
    },
  }),
  defineRoute({
    id: 'removeOperation',
    method: 'DELETE',
    path: '/operations/{id}',
    summary: 'Delete an operation',
    doc: 'Deletes the record of a run; what it produced stays.',
    need: 'Editor',
    params: idPath,
    responses: { 204: null },
    handler: (context, { params }) => removeOperation(context, params.id),
  }),
  defineRoute({
    id: 'abortOperation',
    method: 'PUT',
    path: '/operations/abort/{id}',
    summary: 'Abort an operation',
    doc: 'Ends a queued or running run; what it has found so far stays.',
    need: 'Editor',
    params: idPath,
    responses: { 200: SingleOperation },
    handler: (context, { params }) => abortOperation(context, params.id),
  }),
  defineRoute({
    id: 'listOperationContainers',
    method: 'GET',
    path: '/operations/{id}/containers',
    summary: 'List the containers of an operation',
    doc: 'What a run did with each container, or how far it is with its partitions; of a promotion of computed containers, what became of each.',
    need: 'Reporter',
    params: idPath,
    query: Type.Object({
      ...pageQuery,
      search: Type.Optional(text("A part of the container's name, or the id")),
      container: Type.Optional(described(ids, 'Any of these containers, by id; not of promotions')),
      result: Type.Optional(described(anyOf(scanResults), 'Any of these results; not of promotions')),
      partitions: Type.Optional(
        described(
          Type.Enum(partitionForms),
          'How the partitions of a container are told: `count` tells how many are how far (default), `all` lists them too',
        ),
      ),
      promote_result: Type.Optional(described(anyOf(promoteResults), 'Of promotions: any of these results')),
    }),
    responses: {
      200: pageOf('OperationContainerPage', Type.Union([OperationContainer, PromotedEntity])),
    },
    handler: async (context, { params, query }) =>
      new FromState(await listContainersOrPromoted(context, params.id, query)),
  }),
  defineRoute({
    id: 'listPromotedChecks',
    method: 'GET',
    path: '/operations/{id}/quality-checks',
    summary: 'List the checks of a promotion',
    doc: 'What became of each check that a run promoted, in the order in which they were taken.',
    need: 'Reporter',
    params: idPath,
    query: Type.Object({
      ...pageQuery,
      search: Type.Optional(text('A part of the description of the check, or of its rule type')),
      promote_result: Type.Optional(described(anyOf(promoteResults), 'Any of these results')),
    }),
    responses: { 200: pageOf('PromotedEntityPage', PromotedEntity) },
    refuses: [409],
    handler: (context, { params, query }) => listPromoted(context, params.id, 'quality-checks', query),
  }),
  defineRoute({
    id: 'listPromotedFields',
    method: 'GET',
    path: '/operations/{id}/fields',
    summary: 'List the computed fields of a promotion',
    doc: 'What became of each computed field that a run promoted, in the order in which they were taken.',
    need: 'Reporter',
    params: idPath,
    query: Type.Object({
      ...pageQuery,
      search: Type.Optional(text('A part of the name of the field')),
      promote_result: Type.Optional(described(anyOf(promoteResults), 'Any of these results')),
    }),
    responses: { 200: pageOf('PromotedEntityPage', PromotedEntity) },
    refuses: [409],
    handler: (context, { params, query }) => listPromoted(context, params.id, 'fields', query),
  }),
  defineRoute({
    id: 'followOperation',
    method: 'GET',
    path: '/operations/{id}/events',
    summary: 'Follow an operation',
    doc: 'The states of a run as they come, until it has ended.',
    need: 'Reporter',
    params: idPath,
    query: Type.Object({
      containers: Type.Optional(
        Type.Boolean({ description: 'True: it is also told how far the containers are (default: false)' }),
      ),
    }),
    headers: Type.Object({
      'last-event-id': Type.Optional(
        Type.String({
          description:
            'The id of the last event that was received: only what came later is sent, and 204 when the operation has ended with that event.',
        }),
      ),
    }),
    media_type: 'text/event-stream',
    responses: { 200: events, 204: null },
    handler: async (context, { params: { id }, query }) =>
      new EventStream(async ({ last_event_id, signal, readmit }) => {
        const changes = await followOperation(context, id, {
          seen: last_event_id,
          signal,
          with_containers: query.containers ?? false,
          readmit,
        })
        return changes && eventsOf(changes)
      }),
  }),
  defineRoute({
    id: 'listOperationLogs',
    method: 'GET',
    path: '/operations/{id}/logs',
    summary: 'List the log of an operation',
    doc: 'The log of a run, oldest first.',
    need: 'Reporter',
    params: idPath,
    query: Type.Object(pageQuery),
    responses: { 200: pageOf('OperationLogPage', OperationLog) },
    handler: (context, { params, query }) => listOperationLogs(context, params.id, query),
  }),
  defineRoute({
    id: 'rerunOperation',
    method: 'PUT',
    path: '/operations/rerun/{id}',
    summary: 'Rerun an operation',
    doc: 'Starts a new run with the configuration of one that has ended.',
    need: 'Editor',
    params: idPath,
    responses: { 200: SingleOperation },
    handler: (context, { params }) => rerunOperation(context, params.id),
  }),
  defineRoute({
    id: 'resumeOperation',
    method: 'PUT',
    path: '/operations/run/{id}',
    summary: 'Resume an operation',
    doc: 'Takes an aborted or failed run up again where it stopped.',
    need: 'Editor',
    params: idPath,
    query: Type.Object({
      force_abort: Type.Optional(described(Type.Boolean(), 'True: what still runs of it is ended first')),
    }),
    responses: { 200: SingleOperation },
    handler: (context, { params, query }) => resumeOperation(context, params.id, query.force_abort ?? false),
  }),
  defineRoute({
    id: 'triggerOperation',
    method: 'POST',
    path: '/operations/run',
    summary: 'Trigger an operation',
    doc: 'Enqueues a run; no source is touched before the answer.',
    need: 'Editor',
    body: RunInput,
    responses: { 200: SingleOperation },
    handler(context, { body: { type, ...payload } }) {
      return startRun(context, context.operations.get(type), payload)
    },
  }),
  defineRoute({
    id: 'listScanChecks',
    method: 'GET',
    path: '/operations/{id}/scan-checks',
    summary: 'List the check results of a scan',
    doc: 'Verdicts on the checks of a whole scan.',
    need: 'Reporter',
    params: idPath,
    query: Type.Object({
      ...pageQuery,
      search: Type.Optional(text('A part of the description of the check, or of its id')),
    }),
    responses: { 200: pageOf('CheckResultPage', CheckResult) },
    refuses: [409],
    handler: (context, { params, query }) => listScanChecks(context, params.id, query.search, query),
  }),
])

type Changes = NonNullable<Awaited<ReturnType<typeof followOperation>>>

async function* eventsOf(changes: Changes) {
  for await (const change of changes) {
    if (change?.kind === 'containers') {
      const { kind, changed } = change
      yield { id: null, event: kind, data: { all: changed === null, items: changed ?? [] } }
    } else yield change && { id: change.revision, event: change.kind, data: change.record }
  }
}
