import { Type } from 'typebox'
import { optional } from '../../model/wire.ts'
import { machineCredentials } from '../shared/machine.ts'

/** The members of a connection in which keys of AWS are given; what they are is told by `awsParameters`. */
export const awsMembers = {
  access_key: optional(Type.String(), 'Name of an access key'),
  secret_key: optional(Type.String(), 'Its secret'),
  session_token: optional(Type.String(), 'The token of keys that end'),
}

/** The parameters of a connection that say which keys of AWS it signs with. */
export const awsParameters = {
  credentials: Type.Optional(
    Type.Enum(['keys', ...machineCredentials], {
      description:
        'keys (default): those of the connection; the others are credentials of this machine, which ASSAY_MACHINE_CREDENTIALS has to allow.',
    }),
  ),
  profile: Type.Optional(
    Type.String({
      description: 'With credentials profile: its name in the shared credentials file; default "default".',
    }),
  ),
  role_arn: Type.Optional(
    Type.String({
      description:
        'A role that is taken with the credentials, such as arn:aws:iam::123456789012:role/reader.',
    }),
  ),
  external_id: Type.Optional(Type.String({ description: 'The external id that the role asks for.' })),
  sts_endpoint: Type.Optional(
    Type.String({ description: 'Where the role is taken; default the server of AWS in the region.' }),
  ),
}
