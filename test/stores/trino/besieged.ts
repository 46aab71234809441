import { besiegingSession, setup, type BesiegedStore } from '../../attack/besieged-store.ts'
import { tableNamed } from '../../harness/example-tables.ts'
import { trinoSource } from '../../harness/trino-source.ts'

/** A schema of the catalog `memory`, which the account could write. */
export async function besiegedSchema(folder: string): Promise<BesiegedStore> {
  const source = await trinoSource()
  await source.run(setup)
  const opened = await besiegingSession('trino', folder, source.connection, source.target)
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
