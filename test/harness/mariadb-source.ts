import { databaseOn, type MysqlDatabase } from './mysql-database.ts'
import { startMariadb, type MariadbServer } from './mariadb-server.ts'
import { sharedServer } from './shared-servers.ts'

/** A database of its own on MariaDB. */
export type MariadbSource = MysqlDatabase

const given = process.env['ASSAY_TEST_MARIADB_URL']

export { mariadbAbsence } from './mariadb-absence.ts'

let server: Promise<MariadbServer> | null = null
let open = 0

/** On the server of ASSAY_TEST_MARIADB_URL, else on the one that `npm test` shares, else on one that this process starts, which the last close stops. */
export async function mariadbSource(): Promise<MariadbSource> {
  open += 1
  server ??= given
    ? Promise.resolve({ url: given, stop: async () => undefined })
    : (sharedServer('mariadb') ?? startMariadb())
  const database = await databaseOn((await server).url)
  return {
    ...database,
    async close() {
      await database.close()
      open -= 1
      if (open > 0) return
      const last = server
      server = null
      await (await last)?.stop()
    },
  }
}
