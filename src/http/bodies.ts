import { Type } from 'typebox'
import { channels } from '../channels/registry.ts'
import { connectors } from '../connectors/registry.ts'
import { CheckChange, CheckInput } from '../model/check-record.ts'
import { ConnectionChange, ConnectionInput } from '../model/connection.ts'
import { DatastoreInput } from '../model/datastore-record.ts'
import { NotificationInput } from '../model/notification.ts'
import { described, optional } from '../model/wire.ts'
import { rules } from '../rules/registry.ts'

// The nouns know no plugins; here the bodies learn by which names these go.

const connectionType = Type.Enum([...connectors.names()])

/** A new connection of one of the types that there are. */
export const NewConnection = Type.Object(
  { ...ConnectionInput.properties, type: connectionType },
  { title: 'ConnectionInput', description: 'A new connection' },
)

/** A new datastore, on a stored connection or with a new one. */
export const NewDatastore = Type.Object(
  {
    ...DatastoreInput.properties,
    connection: optional(
      NewConnection,
      'A connection to make with the datastore, in the place of a stored one',
    ),
  },
  { title: 'DatastoreInput', description: 'A new datastore, on a stored connection or with a new one' },
)

/** A change of a connection; its type is accepted when it is the same. */
export const ChangedConnection = Type.Object(
  {
    ...ConnectionChange.properties,
    type: Type.Optional(
      described(connectionType, 'The same as it is; a connection cannot become another type'),
    ),
  },
  {
    title: 'ConnectionChange',
    description:
      'A change of a connection. Members that are left out stay, and null clears; secrets are only ever written',
  },
)

const ruleType = Type.Optional(Type.Enum([...rules.names()]))

/** A new check of one of the rule types that there are, under either name. */
export const NewCheck = Type.Object(
  { ...CheckInput.properties, rule: ruleType, rule_type: ruleType },
  {
    title: 'QualityCheckInput',
    description: 'A new check; rule and rule_type mean the same, and one of them is needed',
    anyOf: [{ required: ['rule'] }, { required: ['rule_type'] }],
  },
)

/** A change of a check; its rule is accepted when it is the same. */
export const ChangedCheck = Type.Object(
  { ...CheckChange.properties, rule: ruleType, rule_type: ruleType },
  { title: 'QualityCheckChange', description: 'A change of a check. Members that are left out stay' },
)

/** A notification by one of the channels that there are. */
export const NotificationToTry = Type.Object(
  {
    ...NotificationInput.properties,
    type: described(Type.Enum([...channels.names()]), 'The channel that sends it'),
  },
  { title: 'NotificationInput', description: 'A notification to try out' },
)
