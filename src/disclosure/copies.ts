import type { WrittenColumn, WrittenValue } from '../connectors/writer.ts'
import { writtenTypeOf } from '../connectors/written-field.ts'
import type { CopiedValue, HeldCells } from '../engine/copied-rows.ts'
import { cellText, ExactNumber, type Cell } from '../kernel/cell.ts'
import { opened, type Held } from '../kernel/held.ts'
import { maskedValue } from '../kernel/masked.ts'
import { readRecord, type HeldRecord } from '../kernel/record-json.ts'
import type { DiscoveredField } from '../model/field.ts'
import type { Dialect } from '../sql/dialect.ts'
import type { Queryable } from '../store/pool.ts'
import { exportPolicy } from './exports.ts'
import type { Policy } from './policy.ts'

/** How the rows of a container are copied into a store that people read without asking the service. */
export interface Copy {
  /** The fields of which values may be read. */
  read: DiscoveredField[]
  /** Names of the fields that are hidden. */
  hidden: ReadonlySet<string>
  /** The columns of the copy: a hidden field is a text that says so. */
  columns: WrittenColumn[]
  /** What each column has: a field of `read`, or the text that hides one. */
  values: CopiedValue[]
  /** The rows of the copy, of cells of `read`. */
  rows(cells: HeldCells): WrittenValue[][]
}

/** The copy of a container with these fields, as `dialect` calls their types; `include_masked`, which `revealEntries` notes, hides none. */
export async function copyOf(
  database: Queryable,
  containerId: number,
  fields: readonly DiscoveredField[],
  dialect: Dialect,
  include_masked: boolean,
): Promise<Copy> {
  const policy = await exportPolicy(database, containerId, include_masked)
  const read = fields.filter(({ name }) => !policy.hides(name))
  const places = fields.map((field) => read.indexOf(field))
  const names = distinctNames(fields.map(({ name }) => name))
  return {
    read,
    hidden: policy.hidden(),
    columns: fields.map((field, index) => ({
      name: names[index] ?? field.name,
      type: policy.hides(field.name) ? 'text' : writtenTypeOf(field, dialect),
    })),
    values: fields.map((field) => (policy.hides(field.name) ? { text: maskedValue } : { field })),
    rows: (cells) =>
      opened(cells).map((row) =>
        places.map((place) => (place === -1 ? maskedValue : writtenValue(row[place] ?? null))),
      ),
  }
}

/** Lines of a copy that the engine of its source wrote, of the `values` of the copy. */
export const copiedText = (lines: Held<string>): string => opened(lines)

/** The failing rows of a container as they are put aside: with the types of the source, hidden values as NULL. */
export interface Remediation {
  columns: WrittenColumn[]
  /** The row of a source record; null for one that has no field of the container. */
  row(record: HeldRecord, partition: string | null, uuid: string): WrittenValue[] | null
}

/** The column by which the rows of an anomaly are found again. */
export const anomalyColumn = 'ANOMALY_UUID'
const partitionColumn = '_QUALYTICS_SOURCE_PARTITION'

/** The columns that fields of a container may have in its copy, and where its failing rows are put aside. */
export function columnsOf(fields: readonly string[], wanted: ReadonlySet<string>): string[] {
  const [copied, aside] = [distinctNames(fields), namesAside(fields)]
  return fields.flatMap((name, index) =>
    wanted.has(name) ? [copied[index] ?? name, aside[index] ?? name] : [],
  )
}

/** How failing rows of a container with these fields, whose types `dialect` has, are written to somebody who sees no masked value. */
export function remediationOf(
  policy: Policy,
  fields: readonly DiscoveredField[],
  dialect: Dialect,
): Remediation {
  const names = namesAside(fields.map(({ name }) => name))
  return {
    columns: [
      ...fields.map((field, index) => ({
        name: names[index] ?? field.name,
        type: writtenTypeOf(field, dialect),
      })),
      { name: partitionColumn, type: 'text' },
      { name: anomalyColumn, type: 'text' },
    ],
    row(record, partition, uuid) {
      const values = readRecord(record)
      if (!fields.some(({ name }) => Object.hasOwn(values, name))) return null
      const shown = fields.map(({ name }) => (policy.hides(name) ? null : keptValue(values[name])))
      return [...shown, partition, uuid]
    },
  }
}

/** A value of a stored record; numbers are there with all their digits. */
function keptValue(value: unknown): WrittenValue {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || typeof value === 'boolean') return value
  return JSON.isRawJSON(value) ? value.rawJSON : JSON.stringify(value)
}

const namesAside = (fields: readonly string[]): string[] =>
  distinctNames([anomalyColumn, partitionColumn, ...fields]).slice(2)

/** Most stores take names that differ in letter case alone for the same; the later ones get a number. */
function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    let free = name
    for (let number = 2; taken.has(free.toLowerCase()); number += 1) free = `${name}_${number}`
    taken.add(free.toLowerCase())
    return free
  })
}

function writtenValue(cell: Cell): WrittenValue {
  switch (typeof cell) {
    case 'string':
    case 'boolean':
      return cell
    case 'number':
      return Number.isFinite(cell) ? cell : String(cell)
    case 'bigint':
      return String(cell)
    default:
      if (cell === null) return null
      return cell instanceof ExactNumber ? cell.text : cellText(cell)
  }
}
