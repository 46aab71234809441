import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Session, SessionBounds } from '../../src/connectors/connector.ts'
import { ExactNumber, type Cell } from '../../src/kernel/cell.ts'
import type { ContainerReference } from '../../src/model/container.ts'
import type { FieldType } from '../../src/model/field.ts'

/** A small table to be put into a store under a name of its own. */
export interface ExampleTable {
  name: string
  columns: Record<string, FieldType>
  /** The engine's own types of columns that are not to have the usual ones. */
  native_types?: Record<string, string>
  rows: readonly (readonly Cell[])[]
  /** When a file of it was last modified (default: now); tables do not say. */
  last_modified?: string
}

/** An open session over all example tables, and how a container is called there. */
export interface ExampleStore {
  session: Session
  container(name: string): ContainerReference
  close(): Promise<void>
}

/** Bounds of a session of a test: this folder alone is readable, and is scratch, too. */
export function boundsIn(folder: string): SessionBounds {
  const scratch = join(folder, 'scratch')
  mkdirSync(scratch, { recursive: true })
  return {
    memory_mb: 512,
    scratch_folder: scratch,
    allowed_paths: [folder],
    statement_timeout_seconds: 60,
    signal: new AbortController().signal,
  }
}

/** How a store writes the tables of examples. */
export interface ExampleSql {
  /** Its own type for each of ours; text for one that is not there. */
  types: Partial<Record<FieldType, string>>
  quoted(name: string): string
  /** A value that it writes in another way than the others, or nothing. */
  literal(cell: Cell): string | undefined
  /** A literal as a value of the type of its column, for stores that convert nothing that is inserted (default: as it is). */
  converted?(literal: string, type: string): string
}

/** A name between double quotes, as the standard has it. */
export const standardName = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Floating numbers for a store that has neither infinities nor NaN; nothing for all else. */
export function withoutInfinities(cell: Cell): string | undefined {
  if (typeof cell !== 'number' || Number.isFinite(cell)) return undefined
  return Number.isNaN(cell) ? 'null' : `${cell < 0 ? '-' : ''}1.7976931348623157e308`
}

/** `create table` and one `insert` with literals; numbers and text only, so no driver's conversion stands between. */
export function exampleStatements(
  own: ExampleSql,
  table: string,
  { columns, native_types = {}, rows }: ExampleTable,
): string[] {
  const types = Object.entries(columns).map(([name, type]) => native_types[name] ?? own.types[type] ?? 'text')
  const defined = Object.keys(columns).map((name, index) => `${own.quoted(name)} ${types[index]}`)
  const converted = (cell: Cell, index: number): string => {
    const written = own.literal(cell) ?? literal(cell)
    return own.converted?.(written, types[index] ?? '') ?? written
  }
  const lines = rows.map((row) => `(${row.map(converted).join(', ')})`)
  const create = `create table ${table} (${defined.join(', ')})`
  return lines.length === 0 ? [create] : [create, `insert into ${table} values ${lines.join(', ')}`]
}

function literal(cell: Cell): string {
  if (cell === null) return 'null'
  if (typeof cell === 'number')
    return Object.is(cell, -0) ? '-0.0' : Number.isFinite(cell) ? String(cell) : `'${cell}'`
  if (typeof cell === 'boolean' || typeof cell === 'bigint' || cell instanceof ExactNumber)
    return cell.toString()
  return `'${String(cell).replaceAll("'", "''")}'`
}

/** A table as a session is asked for it. */
export function tableNamed(name: string): ContainerReference {
  return { name, container_type: 'table', file_options: {} }
}

/** The store, which removes the folder and does `after` when it is closed. */
export function closing(
  session: Session,
  container: (name: string) => ContainerReference,
  folder: string,
  after: () => Promise<void> = async () => undefined,
): ExampleStore {
  return {
    session,
    container,
    async close() {
      await session.close()
      await after()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
