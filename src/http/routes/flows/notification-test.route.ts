import { NotificationInput, NotificationTest } from '../../../model/notification.ts'
import { testNotification } from '../../../services/notifications/test.ts'
import { defineRoute } from '../../route.ts'

/** Sends a notification now: with PagerDuty, a real incident. */
export default defineRoute({
  method: 'POST',
  path: '/flows/actions/notifications/test',
  summary: 'Send a test notification',
  group: 'Flows',
  body: NotificationInput,
  responses: { 200: NotificationTest },
  handler: (context, { body }) => testNotification(context, body),
})
