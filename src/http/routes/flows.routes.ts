import { Type } from 'typebox'
import { NotificationSpecification, NotificationTest, NotificationTokens } from '../../model/notification.ts'
import { listSpecifications } from '../../services/notifications/specifications.ts'
import { testNotification } from '../../services/notifications/test.ts'
import { listTokens } from '../../services/notifications/tokens.ts'
import { NotificationToTry } from '../bodies.ts'
import { defineRoute, defineRoutes } from '../route.ts'

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
])
