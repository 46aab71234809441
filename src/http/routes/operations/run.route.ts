import { Type, type TObject } from 'typebox'
import { triggerOperation } from '../../../operations/control/trigger.ts'
import { payloadTitle } from '../../../operations/payload-title.ts'
import { operations } from '../../../operations/registry.ts'
import { SingleOperation } from '../../../operations/records.ts'
import { defineRoute } from '../../route.ts'

/** One of the registered payloads, told apart by `type`. */
const body = Type.Unsafe<{ type: string } & Record<string, unknown>>({
  type: 'object',
  required: ['type'],
  discriminator: { propertyName: 'type' },
  oneOf: operations
    .all()
    .map(({ trigger, payload }) =>
      Type.Object(
        { type: Type.Literal(trigger), ...(payload as TObject).properties },
        { title: payloadTitle(trigger, 'Run') },
      ),
    ),
})

/** Enqueues a run; no source is touched before the answer. */
export default defineRoute({
  method: 'POST',
  path: '/operations/run',
  summary: 'Trigger an operation',
  group: 'Operations',
  body,
  responses: { 200: SingleOperation },
  handler(context, { body: { type, ...payload } }) {
    return triggerOperation(context, operations.get(type), payload)
  },
})
