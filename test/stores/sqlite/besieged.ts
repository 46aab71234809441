import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { besiegingSession, filesIn, nowhere, setup, type BesiegedStore } from '../../attack/besieged-store.ts'
import { tableNamed } from '../../harness/example-tables.ts'

/** A database file. */
export async function besiegedFile(folder: string): Promise<BesiegedStore> {
  const root = join(folder, 'root')
  mkdirSync(root)
  const uri = join(root, 'store.sqlite')
  const database = new DatabaseSync(uri)
  for (const statement of setup) database.exec(statement)
  database.close()
  const opened = await besiegingSession('sqlite', folder, { uri }, nowhere)
  return {
    session: opened,
    container: tableNamed,
    contents: async () => filesIn(root),
    close: () => opened.close(),
  }
}
