import { Type, type TObject } from 'typebox'
import { triggerOperation } from '../../../operations/control/trigger.ts'
import { operations } from '../../../operations/registry.ts'
import { OperationRecord } from '../../../model/operation-record.ts'
import { defineRoute } from '../../route.ts'

/** One of the registered payloads, told apart by `type`. */
const body = Type.Unsafe<{ type: string } & Record<string, unknown>>({
  type: 'object',
  required: ['type'],
  discriminator: { propertyName: 'type' },
  oneOf: operations
    .all()
    .map(({ trigger, payload }) =>
      Type.Object({ type: Type.Literal(trigger), ...(payload as TObject).properties }),
    ),
})

/** Enqueues a run; no source is touched before the answer. */
export default defineRoute({
  method: 'POST',
  path: '/operations/run',
  summary: 'Trigger an operation',
  group: 'Operations',
  body,
  responses: { 200: OperationRecord },
  handler(context, { body: { type, ...payload } }) {
    return triggerOperation(context, operations.get(type), payload)
  },
})
