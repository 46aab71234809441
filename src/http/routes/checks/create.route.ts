import { Check } from '../../../model/check-record.ts'
import { createCheck } from '../../../services/checks/create.ts'
import { NewCheck } from '../../bodies.ts'
import { defineRoute } from '../../route.ts'

/** Makes a check once it fits the container and the store understands it. */
export default defineRoute({
  method: 'POST',
  path: '/quality-checks',
  summary: 'Create a quality check',
  group: 'Quality checks',
  body: NewCheck,
  responses: { 201: Check },
  handler: (context, { body }) => createCheck(context, body),
})
