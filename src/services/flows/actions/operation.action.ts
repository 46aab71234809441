import { isDeepStrictEqual } from 'node:util'
import { Value } from 'typebox/value'
import { cut } from '../../../kernel/cut.ts'
import { invalidMember, ServiceError } from '../../../kernel/errors.ts'
import type { Operation, RunContext } from '../../../runs/operation.ts'
import { payloadOf } from '../../../runs/schedules/payload.ts'
import { acceptPayload, requirePermissions, startRun } from '../../../runs/start.ts'
import { datastoreName } from '../../../store/datastores.ts'
import type { FlowActionKind, Place } from './action.ts'

/** Starts a run, and ends as that does. */
const operationAction: FlowActionKind = {
  type: 'operation',
  async read(context, { given, before, place, is_active }) {
    const name = given.operation == null && given.schedule != null ? 'schedule' : 'operation'
    const asked = given[name]
    if (asked == null)
      throw invalidMember(
        [...place, 'operation'],
        'An action of the type operation needs operation: what is run.',
        'missing',
      )
    const definition = definitionOf(context, asked['type'], [...place, name])
    const payload = payloadOf(definition, asked as Parameters<typeof payloadOf>[1])
    const [fault] = Value.Errors(definition.payload, payload)
    if (fault) {
      const path = fault.instancePath.split('/').slice(1)
      throw invalidMember(
        [...place, name, ...path],
        `${[name, ...path].join('.')} ${fault.message} in a ${definition.trigger}.`,
      )
    }
    const settings = { type: definition.trigger, ...payload }
    if (is_active) await acceptPayload(context, definition, payload)
    else if (!isDeepStrictEqual(settings, before?.settings) || !(await isGone(context, payload)))
      await requirePermissions(context, definition, payload)
    return { settings, secrets: null }
  },
  show: (settings) => ({ operation: settings }),
  async perform({ context: { operations }, action, led_by }) {
    const { type, ...payload } = action.settings
    const definition = operations.find(String(type))
    if (!definition?.schedulable || !Value.Check(definition.payload, payload)) {
      throw new ServiceError(
        'wrong_state',
        `This version of the service cannot start such a run (${String(type)}); save the flow anew.`,
      )
    }
    return async (context) => {
      const { id } = await startRun(context, definition, payload, { led_by })
      return { operation_id: id, message: null }
    }
  },
}

export default operationAction

/** True when the datastore was deleted, so that there is nothing to be permitted on. */
async function isGone({ store }: RunContext, { datastore_id }: Record<string, unknown>): Promise<boolean> {
  return (await datastoreName(store.database, Number(datastore_id))) === undefined
}

function definitionOf({ operations }: RunContext, type: unknown, place: Place): Operation {
  const known = operations.all().filter(({ schedulable }) => schedulable)
  const found = known.find(({ trigger }) => trigger === type)
  if (found) return found
  const names = known.map(({ trigger }) => trigger).join(', ')
  throw invalidMember(
    [...place, 'type'],
    type === undefined
      ? `The operation needs a type: ${names}.`
      : `A flow cannot start "${cut(String(type), 40)}"; known: ${names}.`,
  )
}
