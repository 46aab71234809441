import type { Cell } from '../../src/kernel/cell.ts'
import type { Row } from './values.ts'

/** The time at which every random table is scanned. */
export const scanTime = '2026-01-01T00:00:00.000Z'

/** What a check may look at when a container is scanned. */
export interface Scene {
  /** The rows that the scan reads: all, or those above the starting point of an incremental one. */
  rows: readonly Row[]
  /** Every row of the container. */
  all: readonly Row[]
  /** Rows of the containers that checks refer to, by id. */
  references: ReadonlyMap<number, readonly Row[]>
  /** When the container was last modified, ISO 8601; null: nobody knows. */
  last_modified: string | null
}

/** The container itself, another one of its datastore, and one of a datastore of another kind. */
export const referenceIds = { itself: 7, beside: 8, elsewhere: 9 } as const

/** An expression in the SQL that all engines share, and what it gives for a row or for rows. */
export interface Formula<Over> {
  sql: string
  of(over: Over): Cell
}

/** One number that an earlier scan measured. */
export interface Measured {
  value: number
  /** ISO 8601 UTC. */
  at: string
}
