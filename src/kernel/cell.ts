import { cut } from './cut.ts'

/**
 * One value of a row as the engine sees it, whatever the store. Dates are `YYYY-MM-DD`, timestamps
 * `YYYY-MM-DD HH:MM:SS[.ffffff]` with a trailing `Z` when the source keeps a time zone; decimals are ExactNumber.
 */
export type Cell =
  | null
  | boolean
  | number
  | bigint
  | string
  | ExactNumber
  | Cell[]
  | { [member: string]: Cell }

declare global {
  interface JSON {
    /** Puts the text into JSON output as it is (ECMAScript 2026); the text must be a primitive's JSON. */
    rawJSON(text: string): unknown
    /** True for what `rawJSON` made. */
    isRawJSON(value: unknown): value is { rawJSON: string }
  }
}

/** A decimal with all its digits: `number` would round it. Prints into JSON as a number. */
export class ExactNumber {
  readonly text: string

  constructor(text: string) {
    if (!/^-?\d+(\.\d+)?$/.test(text)) throw new Error(`"${text}" is not a plain decimal number.`)
    this.text = text
  }

  toJSON(): unknown {
    return JSON.rawJSON(this.text.replace(/^(-?)0+(?=\d)/, '$1'))
  }

  toString(): string {
    return this.text
  }
}

/** JSON text of a row, members in the order given; big integers and decimals keep every digit, NaN and infinities become strings. */
export function recordText(names: readonly string[], cells: readonly Cell[]): string {
  return recordWriter(names)(cells)
}

/** The same for many rows of the same names. */
export function recordWriter(names: readonly string[]): (cells: readonly Cell[]) => string {
  // In the order of an object's members, and of two members of one name the last: that is the JSON of the row as an object.
  const members = Object.entries(Object.fromEntries(names.map((name, index) => [name, index])))
  const heads = members.map(([name], position) => `${position === 0 ? '' : ','}${JSON.stringify(name)}:`)
  const positions = members.map(([, index]) => index)
  return (cells) => {
    let text = '{'
    for (let position = 0; position < positions.length; position++)
      text += `${heads[position]}${cellText(cells[positions[position] ?? 0] ?? null)}`
    return `${text}}`
  }
}

/** JSON text of one cell, by the same rules as `recordText`. */
export function cellText(cell: Cell): string {
  if (cell === null) return 'null'
  // The types of most cells, for which JSON.stringify with a function of ours takes several times as long.
  if (typeof cell === 'string' || typeof cell === 'boolean') return JSON.stringify(cell)
  if (typeof cell === 'number') return Number.isFinite(cell) ? JSON.stringify(cell) : `"${cell}"`
  if (typeof cell === 'bigint') return String(cell)
  return JSON.stringify(cell, (_member, value: unknown) => {
    if (typeof value === 'bigint') return JSON.rawJSON(value.toString())
    if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
    return value
  })
}

/** A cell as a person reads it in a message: strings bare, nothing as `null`, the rest as JSON; at most 200 characters, and no half of one. */
export function cellForPerson(cell: Cell): string {
  const text = typeof cell === 'string' ? cell : cellText(cell)
  return cut(text, 200).toWellFormed()
}

/** A cell that holds a count or a sum, as a number (NaN for what is no number; 0 for null: an empty sum). */
export function cellToNumber(cell: Cell | undefined): number {
  if (cell === null || cell === undefined) return 0
  if (typeof cell === 'number') return cell
  if (typeof cell === 'bigint') return Number(cell)
  if (cell instanceof ExactNumber) return Number(cell.text)
  return typeof cell === 'string' ? Number(cell) : Number.NaN
}
