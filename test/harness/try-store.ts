import type { SessionBounds } from '../../src/connectors/connector.ts'
import type { OwnAttacks } from '../attack/attacks.ts'
import type { BesiegedStore } from '../attack/besieged-store.ts'
import type { ExampleSql, ExampleStore, ExampleTable } from './example-tables.ts'

/** A kind of store that examples, random tables and attacks are tried on: `test/stores/<engine>/store.ts`, found by its name. */
export interface TriedStore {
  engine: string
  /** The connection types whose SQL is tried with it. */
  stands_for: readonly string[]
  /** Why it cannot be tried on this machine (default: it can). */
  absence?: string | false
  /** What stands in its place, where no server of it can be had (default: nothing, it is the store itself). */
  double?: string
  sql: ExampleSql
  /** True where an empty text is NULL: examples are tried there without the rows that have one (default: it is a text). */
  lacks_empty_texts?: true
  /** True where dates have a time: random checks that name a date are left out there, and records show midnight (default: they have none). */
  lacks_days?: true
  /** The examples that come out otherwise there, by their rule and name, with the reason (default: none). */
  unlike?: Readonly<Record<string, string>>
  /** `bounds` go before those of `boundsIn`. */
  openExamples(tables: readonly ExampleTable[], bounds: Partial<SessionBounds>): Promise<ExampleStore>
  attacks: OwnAttacks
  /** Stores under attack by what the tests call them, each in a folder of its own. */
  besieged: Record<string, (folder: string) => Promise<BesiegedStore>>
}

/** Checks the members and keeps their types. */
export function defineStore<Store extends TriedStore>(store: Store): Store {
  return store
}
