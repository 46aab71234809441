import { resolve } from 'node:path'
import type { ConnectionInput, ConnectionType } from '../../client/src/index.ts'
import { CommandFailed } from '../command-failed.ts'
import type { ConnectOptions } from '../commands/connect.ts'
import { findService, isThisMachine, openClient } from './find-service.ts'
import { runToEnd } from './run-to-end.ts'

/** Makes a connection and a datastore of this name over it, and syncs it unless told otherwise. */
export async function connect(type: ConnectionType, name: string, options: ConnectOptions): Promise<void> {
  const client = openClient(options)
  const connection: ConnectionInput = {
    type,
    name,
    ...(options.host !== undefined && { host: options.host }),
    ...(options.port !== undefined && { port: portOf(options.port) }),
    ...(options.username !== undefined && { username: options.username }),
    ...(options.path !== undefined && { uri: onService(options.path, options) }),
    ...(options.passwordEnv !== undefined && { password: secretIn(options.passwordEnv) }),
  }
  const { id } = await client.createDatastore({
    body: {
      name,
      connection,
      ...(options.database !== undefined && { database: options.database }),
      ...(options.schema !== undefined && { schema: options.schema }),
      ...(options.rootPath !== undefined && { root_path: onService(options.rootPath, options) }),
    },
  })
  process.stdout.write(`Datastore ${id} is "${name}".\n`)
  if (!options.sync) return
  const sync = await runToEnd(client, { type: 'sync', datastore_id: id })
  if (sync.result !== 'success') throw new CommandFailed(`The sync failed. ${sync.message ?? ''}`.trim())
  process.stdout.write(`Try: assay profile ${JSON.stringify(name)}\n`)
}

/** A path as the service sees it: one on this machine is the same wherever the service was started. */
function onService(path: string, options: ConnectOptions): string {
  return isThisMachine(findService(options).url) ? resolve(path) : path
}

function portOf(typed: string): number {
  if (/^\d+$/.test(typed)) return Number(typed)
  throw new CommandFailed(`--port is "${typed}"; expected a number.`)
}

function secretIn(variable: string): string {
  const secret = process.env[variable]
  if (secret) return secret
  throw new CommandFailed(`The variable ${variable}, which is to hold the password, is empty.`)
}
