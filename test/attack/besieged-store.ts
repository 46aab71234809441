import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { connectors } from '../../src/connectors/registry.ts'
import type { ConnectionValues, DatastoreTarget } from '../../src/connectors/connector.ts'
import { boundsIn, tableNamed, type ExampleStore } from '../harness/example-tables.ts'

/** A store under attack, and a way to look at all of it that is not the session's own. */
export interface BesiegedStore extends ExampleStore {
  contents(): Promise<string>
}

/** Tables for a store under attack. */
export const setup = [
  'create table victim (id int, name varchar(20))',
  "insert into victim values (1, 'a'), (2, 'b'), (3, null)",
  'create table secrets (name varchar(20))',
  "insert into secrets values ('key')",
]

/** The target of a connection that leads to one place only. */
export const nowhere = { database: null, schema: null, root_path: null }

/** How long a statement with an expression of a person may take, seconds. */
export const usualSeconds = 0.5
/** On a server of whose statements a small one takes longer than that while the machine is busy; and how long all others may take. */
export const patientSeconds = 30

/** A session with little memory and time. */
export async function besiegingSession(
  type: string,
  folder: string,
  connection: ConnectionValues,
  target: DatastoreTarget,
  seconds = usualSeconds,
) {
  const bounds = {
    ...boundsIn(folder),
    memory_mb: 256,
    statement_timeout_seconds: patientSeconds,
    check_timeout_seconds: seconds,
  }
  return connectors.get(type).open(connection, target, bounds)
}

/** Bytes of every file below the root, with its name. */
export const filesIn = (root: string): string =>
  readdirSync(root)
    .sort()
    .map((name) => `${name}: ${readFileSync(join(root, name)).toString('base64')}`)
    .join('\n')

/**
 * A server whose owner is the account, with the tables of `setup`; what more is made and looked at, as statements (default: nothing),
 * the statement that lists its tables, and the seconds that an expression may take.
 */
export async function besiegedServer(
  type: string,
  folder: string,
  source: {
    connection: ConnectionValues
    target: DatastoreTarget
    run(statements: readonly string[]): Promise<unknown>
    close(): Promise<void>
  },
  {
    made = [],
    looked = [],
    tables = 'show tables',
    seconds = usualSeconds,
  }: { made?: readonly string[]; looked?: readonly string[]; tables?: string; seconds?: number } = {},
): Promise<BesiegedStore> {
  await source.run([...setup, ...made])
  const session = await besiegingSession(type, folder, source.connection, source.target, seconds)
  const looks = ['select * from victim order by id', 'select * from secrets', tables, ...looked]
  return {
    session,
    container: tableNamed,
    async contents() {
      const seen: unknown[] = []
      for (const statement of looks) seen.push(await source.run([statement]))
      return JSON.stringify(seen)
    },
    async close() {
      await session.close()
      await source.close()
    },
  }
}
