import { Type } from 'typebox'
import type { ConnectionChange, ConnectionInput } from '../../../client/src/index.ts'
import type { Kind } from '../kind.ts'
import { given, maybe, picked, text, word } from '../members.ts'
import { variableOf } from '../secret-variables.ts'
import { allPages } from '../world.ts'

const secrets = [
  'password',
  'passphrase',
  'access_key',
  'secret_key',
  'session_token',
  'credentials_payload',
] as const
const members = [
  'type',
  'host',
  'port',
  'username',
  'uri',
  'parameters',
  'jdbc_fetch_size',
  'max_parallelization',
] as const
const secret = word('A secret, as ${NAME_OF_A_VARIABLE}')

/** How a source is reached. */
export const connection: Kind = {
  name: 'connection',
  title: 'connection',
  key: ['name'],
  schema: Type.Object({
    name: text('Its name'),
    type: text('The kind of source, such as postgresql'),
    host: word('Name or address of the server'),
    port: maybe(Type.Integer(), 'Port of the server'),
    username: word('The user to sign in as'),
    uri: word('The folder or file of a file store'),
    parameters: maybe(Type.Record(Type.String(), Type.Unknown()), 'Settings of the type'),
    jdbc_fetch_size: maybe(Type.Integer(), 'How many rows are fetched at a time'),
    max_parallelization: maybe(Type.Integer(), 'How many sessions may be open at once'),
    ...Object.fromEntries(secrets.map((member) => [member, secret])),
  }),
  secrets,
  defaults: { parameters: {} },
  async list({ client }) {
    const connections = await allPages((request) => client.listConnections(request))
    return connections.map((one) => {
      // Whether a server's account has a password is not shown; those of files and of sockets have none.
      const hasPassword = one.connection_type === 'jdbc' && one.username !== null
      const password = hasPassword ? { password: `${variableOf(one.name)}_PASSWORD` } : {}
      return { id: one.id, spec: { name: one.name, ...picked(one, members), ...password } }
    })
  },
  create: ({ client }, spec) =>
    client.createConnection({
      body: given(spec, ['name', ...members, ...secrets]) as unknown as ConnectionInput,
    }),
  change: ({ client }, { id }, spec) =>
    client.updateConnection({ id, body: given(spec, [...members, ...secrets]) as ConnectionChange }),
  remove: null,
  async written(_world, members, variables) {
    const { password } = members
    return typeof password === 'string' ? { ...members, password: variables.take(password) } : members
  },
}
