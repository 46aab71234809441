import { besiegingSession, setup, type BesiegedStore } from '../../attack/besieged-store.ts'
import { clickhouseSource } from '../../harness/clickhouse-source.ts'
import { tableNamed } from '../../harness/example-tables.ts'

/** A database of the one account of the engine. */
export async function besiegedDatabase(folder: string): Promise<BesiegedStore> {
  const source = await clickhouseSource()
  await source.run(setup)
  const opened = await besiegingSession('clickhouse', folder, source.connection, source.target)
  return {
    session: opened,
    container: tableNamed,
    contents: async () =>
      JSON.stringify([
        await source.run(['select * from victim order by id']),
        await source.run(['select * from secrets']),
        await source.run(['show tables']),
      ]),
    async close() {
      await opened.close()
      await source.close()
    },
  }
}
