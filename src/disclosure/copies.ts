import type { WrittenColumn, WrittenValue } from '../connectors/writer.ts'
import { writtenTypeOf } from '../connectors/written-field.ts'
import type { HeldCells } from '../engine/copied-rows.ts'
import { cellText, ExactNumber, type Cell } from '../kernel/cell.ts'
import { opened } from '../kernel/held.ts'
import { maskedValue } from '../kernel/masked.ts'
import type { DiscoveredField } from '../model/field.ts'
import type { Queryable } from '../store/pool.ts'
import { exportPolicy } from './exports.ts'

/** How the rows of a container are copied into a store that people read without asking the service. */
export interface Copy {
  /** The fields of which values may be read. */
  read: DiscoveredField[]
  /** Names of the fields that are hidden. */
  hidden: ReadonlySet<string>
  /** The columns of the copy: a hidden field is a text that says so. */
  columns: WrittenColumn[]
  /** The rows of the copy, of cells of `read`. */
  rows(cells: HeldCells): WrittenValue[][]
}

/** The copy of a container with these fields; `include_masked`, which `revealEntries` notes, hides none. */
export async function copyOf(
  database: Queryable,
  containerId: number,
  fields: readonly DiscoveredField[],
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
      type: policy.hides(field.name) ? 'text' : writtenTypeOf(field),
    })),
    rows: (cells) =>
      opened(cells).map((row) =>
        places.map((place) => (place === -1 ? maskedValue : writtenValue(row[place] ?? null))),
      ),
  }
}

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
