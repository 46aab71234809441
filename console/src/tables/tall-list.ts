import { elementScroll, observeElementOffset, type Virtualizer } from '@tanstack/react-virtual'

/**
 * The tallest box that is drawn, pixels: browsers leave out what is below about 17 million (Firefox) or 33 million (Chromium), and count
 * in steps of more than a pixel above 8 million.
 */
const tallest = 8_000_000

type Rows = Virtualizer<HTMLDivElement, Element>

/** The height of all rows, pixels. The virtualizer is asked at each time: what it observes is begun before the rows are counted. */
const wholeHeight = ({ options }: Rows): number => options.count * options.estimateSize(0)

/** The height of the box in which the rows stand, pixels: of up to about 125,000 rows that of all of them, else less. */
export const boxHeight = (rows: Rows): number => Math.min(wholeHeight(rows), tallest)

/** How many pixels of the list go by for each of the box. */
function pace(rows: Rows): number {
  const [whole, height, seen] = [wholeHeight(rows), boxHeight(rows), rows.scrollElement?.clientHeight ?? 0]
  return height === whole ? 1 : (whole - seen) / (height - seen)
}

/** For the virtualizer: places in the list where the browser has places in the box. */
export const tallOptions: Pick<Rows['options'], 'observeElementOffset' | 'scrollToFn'> = {
  observeElementOffset: (rows, take) =>
    observeElementOffset(rows, (offset, isScrolling) => take(offset * pace(rows), isScrolling)),
  scrollToFn: (offset, how, rows) => elementScroll(offset / pace(rows), how, rows),
}

/** How far above its place in the list a row is drawn, pixels, as the list is scrolled now. */
export function shiftOf(rows: Rows): number {
  const offset = rows.scrollOffset ?? 0
  return offset - offset / pace(rows)
}

/** Brings a row into sight, of a list that is higher than its box; false: the browser's own measures do. */
export function showRow(rows: Rows, index: number): boolean {
  const box = rows.scrollElement
  if (pace(rows) === 1 || box === null) return false
  const rowHeight = rows.options.estimateSize(0)
  const top = index * rowHeight
  // The head of the table covers as much as a row.
  const lowest = top + 2 * rowHeight - box.clientHeight
  const offset = box.scrollTop * pace(rows)
  // A pixel further, so that all of the row shows: each is several of the list.
  if (top < offset) box.scrollTop = Math.floor(top / pace(rows)) - 1
  else if (lowest > offset) box.scrollTop = Math.ceil(lowest / pace(rows)) + 1
  return true
}
