import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { RequestRefused, type ConnectionInput } from '../../client/src/index.ts'
import { CommandFailed } from '../command-failed.ts'
import type { ConnectionMember, ConnectOptions } from '../commands/connect.ts'
import { connectionTypes } from './connection-types.generated.ts'
import { findService, isThisMachine, openClient } from './find-service.ts'
import { runToEnd } from './run-to-end.ts'

type TypeName = keyof typeof connectionTypes

/** Makes a connection and a datastore of this name over it, and syncs it unless told otherwise. */
export async function connect(type: string, name: string, options: ConnectOptions): Promise<void> {
  if (!isType(type))
    throw new CommandFailed(
      `There is no type "${type}"; there are ${Object.keys(connectionTypes).join(', ')}.`,
      'assay connect --help',
    )
  const { database, schema, root_path, ...members } = membersIn(type, options)
  const parameters = parametersIn(type, options.parameter ?? [])
  const connection: ConnectionInput = {
    type,
    name,
    ...members,
    ...(Object.keys(parameters).length > 0 && { parameters }),
  }
  const client = openClient(options)
  const place = { ...(database && { database }), ...(schema && { schema }), ...(root_path && { root_path }) }
  const { id } = await client.createDatastore({ body: { name, connection, ...place } }).catch(withHelp)
  process.stdout.write(`Datastore ${id} is "${name}".\n`)
  if (!options.sync) return
  const sync = await runToEnd(client, { type: 'sync', datastore_id: id })
  if (sync.result !== 'success') throw new CommandFailed(`The sync failed. ${sync.message ?? ''}`.trim())
  process.stdout.write(`Try: assay profile ${JSON.stringify(name)}\n`)
}

/** The refusal of the service, which calls members by their own names, with where the options are listed that give them. */
function withHelp(error: unknown): never {
  if (!(error instanceof RequestRefused) || error.code !== 'invalid') throw error
  throw new CommandFailed(error.message, 'assay connect --help', error)
}

const isType = (type: string): type is TypeName => Object.hasOwn(connectionTypes, type)

type Members = { [Member in ConnectionMember]?: Member extends 'port' ? number : string }

/** The members that are given. */
function membersIn(type: TypeName, options: ConnectOptions): Members {
  const { port, path, uri, rootPath, passwordEnv, secretKeyEnv, sessionTokenEnv, credentialsFile } = options
  // Below an address it is a folder of that place, not of this machine.
  const isRemote = (connectionTypes[type].needs as readonly string[]).includes('uri')
  const members: { [Member in keyof Members]: Members[Member] | undefined } = {
    host: options.host,
    port: port === undefined ? undefined : wholeNumber('--port', port),
    username: options.username,
    password: secretIn(passwordEnv),
    uri: path === undefined ? uri : onService(path, options),
    access_key: options.accessKey,
    secret_key: secretIn(secretKeyEnv),
    session_token: secretIn(sessionTokenEnv),
    credentials_payload: credentialsFile === undefined ? undefined : contentOf(credentialsFile),
    database: options.database,
    schema: options.schema,
    root_path: rootPath === undefined || isRemote ? rootPath : onService(rootPath, options),
  }
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
}

/** The parameters that are given as `name=value`; of those that the type does not have the service says so. */
function parametersIn(type: TypeName, given: readonly string[]): Record<string, string | number> {
  const known: Readonly<Record<string, 'number' | 'text'>> = connectionTypes[type].parameters
  return Object.fromEntries(
    given.map((text) => {
      const [, name = text, typed = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? []
      const value = typed.startsWith('@') ? contentOf(typed.slice(1)) : typed
      return [name, known[name] === 'number' ? wholeNumber(`--parameter ${name}`, value) : value]
    }),
  )
}

/** A path as the service sees it: one on this machine is the same wherever the service was started. */
function onService(path: string, options: ConnectOptions): string {
  return isThisMachine(findService(options).url) ? resolve(path) : path
}

function wholeNumber(option: string, typed: string): number {
  if (/^\d+$/.test(typed)) return Number(typed)
  throw new CommandFailed(`${option} is "${typed}"; expected a number.`)
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandFailed(`${file} cannot be read: ${reason}`, null, error)
  }
}

function secretIn(variable: string | undefined): string | undefined {
  if (variable === undefined) return undefined
  const secret = process.env[variable]
  if (secret) return secret
  throw new CommandFailed(`The variable ${variable}, which is to hold a secret, is empty.`)
}
