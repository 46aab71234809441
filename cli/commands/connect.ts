import type { Command } from 'commander'
import { connectionTypes } from '../service/connection-types.generated.ts'
import { addServiceOptions } from '../service/service-options.ts'
import type { ServiceOptions } from '../service/find-service.ts'

type Facts = (typeof connectionTypes)[keyof typeof connectionTypes]

/** A member of a connection or of a datastore that some type takes. */
export type ConnectionMember = Facts['needs' | 'takes'][number]

/** What is typed; secrets never are. */
export interface ConnectOptions extends ServiceOptions {
  host?: string
  port?: string
  username?: string
  passwordEnv?: string
  uri?: string
  path?: string
  accessKey?: string
  secretKeyEnv?: string
  sessionTokenEnv?: string
  credentialsFile?: string
  parameter?: string[]
  database?: string
  schema?: string
  rootPath?: string
  sync: boolean
}

/** The option by which each member is given, and what it is. */
const options: Record<ConnectionMember, readonly [flag: string, description: string]> = {
  root_path: ['--root-path <folder>', 'the folder of files, on the service or in the bucket'],
  uri: ['--uri <address>', 'the objects, such as s3://my-bucket, or the file of a database'],
  host: ['--host <host>', 'the server'],
  port: ['--port <port>', 'its port, when it is not the usual one'],
  username: ['--username <name>', 'a role that may only read'],
  password: ['--password-env <variable>', 'the variable of the environment that holds its password or token'],
  access_key: ['--access-key <name>', 'the name of an access key, or a client id'],
  secret_key: ['--secret-key-env <variable>', 'the variable that holds its secret'],
  session_token: ['--session-token-env <variable>', 'the variable that holds its session token'],
  credentials_payload: ['--credentials-file <file>', 'a file on this machine with the key of an account'],
  database: ['--database <name>', 'the database, catalog or project'],
  schema: ['--schema <name>', 'the schema or dataset'],
}

/** `assay connect`: a connection and a datastore over it in one step. */
export function addConnect(program: Command): void {
  const command = program
    .command('connect')
    .description('connect a database, a bucket or a folder: makes a connection and a datastore, and syncs it')
    .argument('<type>', Object.keys(connectionTypes).join(', '))
    .argument('<name>', 'name of the datastore')
  for (const [flag, description] of Object.values(options)) command.option(flag, description)
  command
    .option('--path <file>', 'the file of a database: as --uri, from this folder')
    .option(
      '--parameter <name=value>',
      'a setting of the type, as often as needed; @FILE is what a file on this machine holds, such as a certificate',
      (typed: string, before: string[] = []) => [...before, typed],
    )
    .option('--no-sync', 'do not look what is in it yet')
    .addHelpText('after', () => `\nTypes, with the options that each needs [and takes]:\n${typesText()}`)
  addServiceOptions(command).action(async (type: string, name: string, given: ConnectOptions) => {
    const { connect } = await import('../service/connect.ts')
    await connect(type, name, given)
  })
}

function typesText(): string {
  return Object.entries(connectionTypes)
    .map(([type, { title, needs, takes, parameters, needed_parameters }]) => {
      const needed: readonly string[] = needed_parameters
      const others = Object.keys(parameters).filter((name) => !needed.includes(name))
      const optional = [...takes.map(flagOf), ...parameterFlag(others)]
      const all = [
        ...needs.map(flagOf),
        ...parameterFlag(needed),
        ...(optional.length > 0 ? [`[${optional.join(' ')}]`] : []),
      ]
      return `  ${type}: ${title}\n      ${all.join(' ')}`
    })
    .join('\n')
}

const parameterFlag = (names: readonly string[]): string[] =>
  names.length === 0 ? [] : [`--parameter ${names.map((name) => `${name}=`).join(' ')}`]

const flagOf = (member: ConnectionMember): string => options[member][0].split(' ')[0] ?? member
