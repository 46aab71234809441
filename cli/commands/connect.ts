import type { Command } from 'commander'
import type { ConnectionType } from '../../client/src/index.ts'
import { addServiceOptions } from '../service/service-options.ts'
import type { ServiceOptions } from '../service/find-service.ts'

/** What is typed; the password never is. */
export interface ConnectOptions extends ServiceOptions {
  host?: string
  port?: string
  username?: string
  passwordEnv?: string
  database?: string
  schema?: string
  rootPath?: string
  path?: string
  sync: boolean
}

/** `assay connect`: a connection and a datastore over it in one step. */
export function addConnect(program: Command): void {
  const command = program
    .command('connect')
    .description('connect a database or a folder: makes a connection and a datastore, and syncs it')
    .argument(
      '<type>',
      'local, postgresql, mysql, mariadb, clickhouse, trino, redshift, sqlserver, bigquery, snowflake, oracle, duckdb or sqlite',
    )
    .argument('<name>', 'name of the datastore')
    .option('--root-path <folder>', 'the folder of files, for local')
    .option('--path <file>', 'the database file, for duckdb and sqlite')
    .option('--host <host>', 'the database server')
    .option('--port <port>', 'its port, when it is not the usual one')
    .option('--username <name>', 'a role that may only read')
    .option('--password-env <variable>', 'the variable of the environment that holds its password')
    .option('--database <name>', 'the database')
    .option('--schema <name>', 'the schema')
    .option('--no-sync', 'do not look what is in it yet')
  addServiceOptions(command).action(async (type: ConnectionType, name: string, options: ConnectOptions) => {
    const { connect } = await import('../service/connect.ts')
    await connect(type, name, options)
  })
}
