import { globSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { SessionBounds } from '../../src/connectors/connector.ts'
import { boundsIn, exampleStatements, type ExampleStore, type ExampleTable } from './example-tables.ts'
import type { TriedStore } from './try-store.ts'

export { boundsIn, type ExampleStore, type ExampleTable }

// Found by their names, as connectors are: a new one is a folder of its own.
const folder = fileURLToPath(new URL('../stores/', import.meta.url))
const found = await Promise.all(
  globSync('*/store.ts', { cwd: folder })
    .toSorted()
    .map(async (file): Promise<TriedStore> => (await import(pathToFileURL(`${folder}${file}`).href)).default),
)

/** The stores that are tried, by their engines. */
export const triedStores: ReadonlyMap<string, TriedStore> = new Map(
  found.map((store) => [store.engine, store]),
)

/** The engines that examples run on. */
export const exampleEngines: readonly string[] = [...triedStores.keys()]

/** Why the examples cannot run on this engine here; false when they can. */
export const absenceOf = (engine: string): string | false => triedStores.get(engine)?.absence ?? false

/** Throws for an engine that has no folder in test/stores/. */
function triedStore(engine: string): TriedStore {
  const store = triedStores.get(engine)
  if (!store) throw new Error(`There is no test/stores/${engine}/store.ts.`)
  return store
}

/** `bounds` go before those of `boundsIn`. */
export function openExamples(
  engine: string,
  tables: readonly ExampleTable[],
  bounds: Partial<SessionBounds> = {},
): Promise<ExampleStore> {
  return triedStore(engine).openExamples(tables, bounds)
}

/** The statements that make the table in a store of this engine. */
export function statementsFor(engine: string, name: string, table: ExampleTable): string[] {
  return exampleStatements(triedStore(engine).sql, name, table)
}
