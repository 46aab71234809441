/** A part of a list: a head, and below it its rows, where it is open. */
export interface Part {
  count: number
  isOpen: boolean
}

/** Where a line of the list is: in which part, and at which row of it; null: at its head. */
export interface PlaceInParts {
  part: number
  row: number | null
}

const linesOf = ({ count, isOpen }: Part): number => 1 + (isOpen ? count : 0)

/** How many lines there are, heads and rows. */
export function linesOfAll(parts: readonly Part[]): number {
  return parts.reduce((sum, part) => sum + linesOf(part), 0)
}

/** Where the line at this index is, from 0; null: there is none. */
export function placeAt(parts: readonly Part[], index: number): PlaceInParts | null {
  let before = 0
  for (const [part, one] of parts.entries()) {
    const line = index - before
    if (line < linesOf(one)) return line < 0 ? null : { part, row: line === 0 ? null : line - 1 }
    before += linesOf(one)
  }
  return null
}

/** The pages of rows, from 1, that have a row between two lines of the list, both included. */
export function pagesBetween(
  parts: readonly Part[],
  [first, last]: readonly [first: number, last: number],
  size: number,
): { part: number; page: number }[] {
  let before = 0
  return parts.flatMap((one, part) => {
    const head = before
    before += linesOf(one)
    const from = Math.max(0, first - head - 1)
    const to = Math.min(linesOf(one) - 2, last - head - 1)
    if (to < from) return []
    const page = Math.floor(from / size) + 1
    return Array.from({ length: Math.floor(to / size) + 2 - page }, (_, more) => ({
      part,
      page: page + more,
    }))
  })
}
