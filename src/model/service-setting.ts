import { Type, type Static } from 'typebox'
import { described, nullable } from './wire.ts'

/** A setting as the process that answers has it, without what is secret. */
export const ServiceSetting = Type.Object({
  variable: described(Type.String(), 'The environment variable that it is read from'),
  value: nullable(
    Type.String(),
    'What is in force, written as the variable would be; null: nothing is set, or it is secret',
  ),
  is_set: Type.Boolean({ description: 'True: the variable has it; false: it is the default' }),
  secret: Type.Boolean({ description: 'True: its value is never told' }),
  expected: described(Type.String(), 'The form of a value'),
  meaning: described(Type.String(), 'What it is for'),
  unset: described(Type.String(), 'What holds while the variable is not set'),
})
export type ServiceSetting = Static<typeof ServiceSetting>

const count = (description: string) => Type.Integer({ minimum: 0, description })

/** How busy the service is, over all processes that share its database. */
export const ServiceWorkload = Type.Object({
  units_waiting: count('Units of work that wait'),
  units_running: count('Units of work that are being done'),
  oldest_unit_seconds: Type.Number({
    description: 'Seconds that the oldest unit which could begin has waited; 0 when none waits',
  }),
  deliveries_pending: count('Messages of flows that are still to be delivered'),
  deliveries_failed: count('Messages of flows that could not be delivered'),
  oldest_delivery_seconds: Type.Number({
    description: 'Seconds that the oldest message which is due has waited; 0 when none is',
  }),
  events_waiting: count('Events that were not compared with the flows yet'),
  database_connections: count('Open connections of the process that answers to the database of the service'),
  database_connections_idle: count('Those of them that nothing uses now'),
  database_callers_waiting: count('Pieces of work of this process that wait for such a connection'),
})
export type ServiceWorkload = Static<typeof ServiceWorkload>

/** What an Admin asks first when something is slow or does not work. */
export const ServiceConfiguration = Type.Object({
  version: described(Type.String(), 'The version of the service'),
  workload: described(ServiceWorkload, 'How busy the service is, over all processes that share its database'),
  settings: described(
    Type.Array(ServiceSetting),
    'The settings of the process that answers, in the order of their reference',
  ),
})
export type ServiceConfiguration = Static<typeof ServiceConfiguration>
