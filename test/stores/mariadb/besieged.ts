import { besiegingSession, setup, type BesiegedStore } from '../../attack/besieged-store.ts'
import { tableNamed } from '../../harness/example-tables.ts'
import { mariadbSource } from '../../harness/mariadb-source.ts'

/** A database of the owner of the server. */
export async function besiegedDatabase(folder: string): Promise<BesiegedStore> {
  const source = await mariadbSource()
  await source.run([...setup, 'create sequence counter'])
  const opened = await besiegingSession('mariadb', folder, source.connection, source.target)
  return {
    session: opened,
    container: tableNamed,
    contents: async () =>
      JSON.stringify([
        await source.run(['select * from victim order by id']),
        await source.run(['select * from secrets']),
        await source.run(['show tables']),
        await source.run(['select next_not_cached_value from counter']),
      ]),
    async close() {
      await opened.close()
      await source.close()
    },
  }
}
