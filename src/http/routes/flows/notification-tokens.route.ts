import { Type } from 'typebox'
import { NotificationTokens } from '../../../model/notification.ts'
import { listTokens } from '../../../services/notifications/tokens.ts'
import { defineRoute } from '../../route.ts'

/** What a notification can say, by the trigger of its flow. */
export default defineRoute({
  method: 'GET',
  path: '/flows/actions/notification/tokens',
  summary: 'List message tokens by trigger type',
  group: 'Flows',
  responses: { 200: Type.Array(NotificationTokens) },
  handler: () => listTokens(),
})
