import { Type } from 'typebox'
import {
  ActionMuting,
  executionResults,
  Flow,
  FlowAction,
  FlowChange,
  FlowDeactivation,
  FlowHistoryEntry,
  FlowInput,
  FlowStub,
  ListedFlow,
  Preview,
  PreviewInput,
  triggerTypes,
} from '../../model/flow.ts'
import { FlowExecution } from '../../model/flow-execution.ts'
import { NotificationSpecification, NotificationTest, NotificationTokens } from '../../model/notification.ts'
import { listSpecifications } from '../../services/notifications/specifications.ts'
import { testNotification } from '../../services/notifications/test.ts'
import { listTokens } from '../../services/notifications/tokens.ts'
import {
  abortExecution,
  executeFlow,
  listExecutions,
  readExecution,
  resendExecution,
} from '../../services/flows/executions.ts'
import { previewMessage } from '../../services/flows/preview.ts'
import { listFlows, listFlowStubs, readFlow, readFlowHistory } from '../../services/flows/read.ts'
import {
  cloneFlow,
  createFlow,
  deactivateFlow,
  muteAction,
  removeFlow,
  updateFlow,
} from '../../services/flows/write.ts'
import { described } from '../../model/wire.ts'
import { NotificationToTry } from '../bodies.ts'
import { bulkBody } from '../body-bounds.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { idPath } from '../paths.ts'
import { anyOf, ids, text, texts } from '../query.ts'
import { defineRoute, defineRoutes, type Route } from '../route.ts'

const triggers = Type.Optional(described(anyOf(triggerTypes), 'What sets them off; any of several'))

/** A flow acts in the name of who saves it, so that it starts nothing that this person may not start. */
const toWrite: Route['need'] = [
  { when: 'it starts no runs', need: 'Manager' },
  {
    when: 'it starts runs, on the datastore of each',
    need: { role: 'Manager', permission: 'Editor' },
  },
]

const flowRoutes = [
  defineRoute({
    id: 'listFlows',
    method: 'GET',
    path: '/flows',
    summary: 'List flows',
    doc: 'Flows, newest first; they belong to no datastore.',
    need: 'Member',
    query: Type.Object({
      ...pageQuery,
      search: Type.Optional(text('A part of the name, or the id')),
      trigger_type: triggers,
      deactivated: Type.Optional(
        Type.Boolean({ description: 'True: only those that nothing sets off; false: only the others' }),
      ),
      tag: Type.Optional(texts('The name of a tag; any of several')),
    }),
    responses: { 200: pageOf('FlowPage', ListedFlow) },
    handler: (context, { query }) => listFlows(context, query),
  }),
  defineRoute({
    id: 'createFlow',
    method: 'POST',
    path: '/flows',
    summary: 'Create a flow',
    doc: 'Makes a flow that acts in the name of the caller. What would set itself off again is refused.',
    need: toWrite,
    body: FlowInput,
    largest_body: bulkBody,
    responses: { 201: Flow },
    refuses: [404, 409],
    handler: (context, { body }) => createFlow(context, body),
  }),
  defineRoute({
    id: 'listFlowStubs',
    method: 'GET',
    path: '/flows/listing',
    summary: 'List the names of flows',
    doc: 'All flows by name, as a choice needs them.',
    need: 'Member',
    responses: { 200: Type.Array(FlowStub) },
    handler: (context) => listFlowStubs(context),
  }),
  defineRoute({
    id: 'readFlow',
    method: 'GET',
    path: '/flows/{id}',
    summary: 'Get a flow',
    doc: 'One flow with its actions. What channels are told is for Managers; secrets are for nobody.',
    need: 'Member',
    params: idPath,
    responses: { 200: Flow },
    handler: (context, { params }) => readFlow(context, params.id),
  }),
  defineRoute({
    id: 'updateFlow',
    method: 'PUT',
    path: '/flows/{id}',
    summary: 'Update a flow',
    doc: 'Changes the members given; it acts in the name of the caller from now on. A secret that is left out stays.',
    need: toWrite,
    params: idPath,
    body: FlowChange,
    largest_body: bulkBody,
    responses: { 200: Flow },
    refuses: [409],
    handler: (context, { params, body }) => updateFlow(context, params.id, body),
  }),
  defineRoute({
    id: 'removeFlow',
    method: 'DELETE',
    path: '/flows/{id}',
    summary: 'Delete a flow',
    doc: 'Deletes a flow; what it has begun is not gone on with, and its executions stay.',
    need: 'Manager',
    params: idPath,
    responses: { 204: null },
    handler: (context, { params }) => removeFlow(context, params.id),
  }),
  defineRoute({
    id: 'deactivateFlow',
    method: 'PATCH',
    path: '/flows/{id}/deactivated',
    summary: 'Deactivate a flow, or activate it',
    doc: 'Nothing sets off a deactivated flow; what it has begun goes on.',
    need: 'Manager',
    params: idPath,
    body: FlowDeactivation,
    responses: { 200: Flow },
    handler: (context, { params, body }) => deactivateFlow(context, params.id, body.deactivated),
  }),
  defineRoute({
    id: 'cloneFlow',
    method: 'POST',
    path: '/flows/{id}/clone',
    summary: 'Clone a flow',
    doc: 'Makes a deactivated copy, with its secrets, that acts in the name of the caller.',
    need: toWrite,
    params: idPath,
    responses: { 201: Flow },
    handler: (context, { params }) => cloneFlow(context, params.id),
  }),
  defineRoute({
    id: 'executeFlow',
    method: 'POST',
    path: '/flows/{id}/execute',
    summary: 'Set off a flow now',
    doc: 'Begins an execution. A flow that waits for events is told of the newest of its kind.',
    need: 'Manager',
    params: idPath,
    responses: { 200: FlowExecution },
    refuses: [409],
    handler: (context, { params }) => executeFlow(context, params.id),
  }),
  defineRoute({
    id: 'readFlowHistory',
    method: 'GET',
    path: '/flows/{id}/history',
    summary: 'Read the history of a flow',
    doc: 'Who changed it and who set it off by hand, newest first.',
    need: 'Member',
    params: idPath,
    query: Type.Object(pageQuery),
    responses: { 200: pageOf('FlowHistoryPage', FlowHistoryEntry) },
    handler: (context, { params, query }) => readFlowHistory(context, params.id, query),
  }),
  defineRoute({
    id: 'muteFlowAction',
    method: 'PATCH',
    path: '/flows/actions/notification/{id}/muted',
    summary: 'Mute a notification of a flow, or let it be sent again',
    doc: 'A muted notification is left out, and what follows it goes on.',
    need: 'Manager',
    params: idPath,
    body: ActionMuting,
    responses: { 200: FlowAction },
    refuses: [409],
    handler: (context, { params, body }) => muteAction(context, params.id, body.muted),
  }),
  defineRoute({
    id: 'previewFlowMessage',
    method: 'POST',
    path: '/flows/preview',
    summary: 'Look at a message before it is sent',
    doc: 'Fills the message in with the newest thing that would set off such a flow; nothing is sent.',
    need: 'Manager',
    body: PreviewInput,
    responses: { 200: Preview },
    handler: (context, { body }) => previewMessage(context, body),
  }),
]

const executionRoutes = [
  defineRoute({
    id: 'listFlowExecutions',
    method: 'GET',
    path: '/flows/executions',
    summary: 'List executions of flows',
    doc: 'Executions, newest first: those about datastores that the caller may see, and those about none.',
    need: 'Member',
    query: Type.Object({
      ...pageQuery,
      flow: Type.Optional(described(ids, 'Executions of any of these flows, by id')),
      result: Type.Optional(
        described(anyOf(executionResults), 'How they ended, or that they go on; any of several'),
      ),
      trigger_type: triggers,
      undelivered: Type.Optional(
        Type.Boolean({ description: 'True: only those with a notification that was given up or refused' }),
      ),
    }),
    responses: { 200: pageOf('FlowExecutionPage', FlowExecution) },
    handler: (context, { query }) => listExecutions(context, query),
  }),
  defineRoute({
    id: 'readFlowExecution',
    method: 'GET',
    path: '/flows/executions/{id}',
    summary: 'Get an execution of a flow',
    doc: 'One execution with what became of each action.',
    need: 'Member',
    params: idPath,
    responses: { 200: FlowExecution },
    handler: (context, { params }) => readExecution(context, params.id),
  }),
  defineRoute({
    id: 'abortFlowExecution',
    method: 'POST',
    path: '/flows/executions/{id}/abort',
    summary: 'Abort an execution of a flow',
    doc: 'What is not done is left, and runs that it has started are aborted, as far as the caller may do that.',
    need: 'Manager',
    params: idPath,
    responses: { 200: FlowExecution },
    refuses: [409],
    handler: (context, { params }) => abortExecution(context, params.id),
  }),
  defineRoute({
    id: 'resendFlowExecution',
    method: 'POST',
    path: '/flows/executions/{id}/resend',
    summary: 'Send what was not delivered again',
    doc: 'Puts the notifications of an execution that failed in line again, under the same ids.',
    need: 'Manager',
    params: idPath,
    responses: { 200: FlowExecution },
    refuses: [409],
    handler: (context, { params }) => resendExecution(context, params.id),
  }),
]

export default defineRoutes('Flows', [
  defineRoute({
    id: 'listNotificationSpecifications',
    method: 'GET',
    path: '/flows/actions/notification/specifications',
    summary: 'List notification channels and their properties',
    doc: 'The channels that a flow can notify, each with the properties to fill in.',
    need: 'Member',
    responses: { 200: Type.Array(NotificationSpecification) },
    handler: (context) => listSpecifications(context),
  }),
  defineRoute({
    id: 'testNotification',
    method: 'POST',
    path: '/flows/actions/notifications/test',
    summary: 'Send a test notification',
    doc: 'Sends a notification now: with PagerDuty, a real incident.',
    need: 'Manager',
    body: NotificationToTry,
    responses: { 200: NotificationTest },
    handler: (context, { body }) => testNotification(context, body),
  }),
  defineRoute({
    id: 'listNotificationTokens',
    method: 'GET',
    path: '/flows/actions/notification/tokens',
    summary: 'List message tokens by trigger type',
    doc: 'What a notification can say, by the trigger of its flow.',
    need: 'Member',
    responses: { 200: Type.Array(NotificationTokens) },
    handler: () => listTokens(),
  }),
  ...flowRoutes,
  ...executionRoutes,
])
