import { Type } from 'typebox'
import { NotificationSpecification } from '../../../model/notification.ts'
import { listSpecifications } from '../../../services/notifications/specifications.ts'
import { defineRoute } from '../../route.ts'

/** The channels that a flow can notify, each with the properties to fill in. */
export default defineRoute({
  method: 'GET',
  path: '/flows/actions/notification/specifications',
  summary: 'List notification channels and their properties',
  group: 'Flows',
  responses: { 200: Type.Array(NotificationSpecification) },
  handler: (context) => listSpecifications(context),
})
