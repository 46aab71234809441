import { NotificationTest } from '../../../model/notification.ts'
import { testNotification } from '../../../services/notifications/test.ts'
import { NotificationToTry } from '../../bodies.ts'
import { defineRoute } from '../../route.ts'

/** Sends a notification now: with PagerDuty, a real incident. */
export default defineRoute({
  method: 'POST',
  path: '/flows/actions/notifications/test',
  summary: 'Send a test notification',
  group: 'Flows',
  body: NotificationToTry,
  responses: { 200: NotificationTest },
  handler: (context, { body }) => testNotification(context, body),
})
