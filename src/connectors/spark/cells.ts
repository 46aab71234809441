import { DataType, tableFromIPC, Vector, type Data } from 'apache-arrow'
import { cellText, ExactNumber, type Cell } from '../../kernel/cell.ts'
import { dayText, momentText } from '../shared/moment-text.ts'
import { shortestFloat } from '../shared/shortest-float.ts'
import { scaledText, wholeNumber } from '../shared/whole-number.ts'

/** The rows of a batch of Arrow, `most` at a time. */
export function* rowsIn(bytes: Uint8Array, most: number): Generator<Cell[][]> {
  for (const { data, numRows } of tableFromIPC(bytes).batches) {
    const columns = data.children.map((column) => cellsIn(column))
    for (let from = 0; from < numRows; from += most) {
      const indexes = Array.from({ length: Math.min(most, numRows - from) }, (_, index) => from + index)
      yield indexes.map((index) => columns.map((cell) => cell(index)))
    }
  }
}

type CellAt = (index: number) => Cell

function cellsIn(column: Data): CellAt {
  const cell = presentIn(column)
  return (index) => (column.getValid(index) ? cell(index) : null)
}

/** The cells that are not NULL. The library's own values have times rounded and decimals without their point. */
function presentIn(column: Data): CellAt {
  const { type } = column
  if (DataType.isNull(type)) return () => null
  if (DataType.isDecimal(type)) return decimalsIn(column, type.scale)
  if (DataType.isTimestamp(type)) return momentsIn(column, (type.timezone ?? null) === null ? '' : 'Z')
  if (DataType.isDate(type)) return daysIn(column)
  if (DataType.isDuration(type)) {
    const micros = numbersOf(column)
    return (index) => `${scaledText(BigInt(micros[index] ?? 0), 6)} seconds`
  }
  if (DataType.isMap(type)) return mapsIn(column)
  if (DataType.isList(type)) return listsIn(column)
  if (DataType.isStruct(type)) return structsIn(column, type.children)
  const vector = new Vector([column])
  if (DataType.isFloat(type) && type.precision === 1)
    return (index) => shortestFloat(Number(vector.get(index)))
  return (index) => plain(vector.get(index))
}

function plain(value: unknown): Cell {
  if (typeof value === 'bigint') return wholeNumber(value)
  if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean') return value
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  return ArrayBuffer.isView(value) ? Array.from(value as Int32Array, Number) : String(value)
}

/** The numbers behind a column, as the library types none of them. */
const numbersOf = (column: Data): ArrayLike<number | bigint> => column.values as ArrayLike<number | bigint>

function decimalsIn(column: Data, scale: number): CellAt {
  const vector = new Vector([column])
  return (index) => {
    const words = vector.get(index) as Uint32Array
    const value = words.reduceRight((total, word) => (total << 32n) | BigInt(word), 0n)
    const text = scaledText(BigInt.asIntN(words.length * 32, value), scale)
    return scale === 0 ? wholeNumber(BigInt(text)) : new ExactNumber(text)
  }
}

function momentsIn(column: Data, zone: string): CellAt {
  const micros = numbersOf(column)
  return (index) => {
    const value = BigInt(micros[index] ?? 0)
    return `${momentText(value) ?? farMoment(value)}${zone}`
  }
}

const microsPerSecond = 1_000_000n

/** Of a year before 1 or after 9999, with the sign of ISO 8601. */
function farMoment(micros: bigint): string {
  const fraction = ((micros % microsPerSecond) + microsPerSecond) % microsPerSecond
  const moment = new Date(Number((micros - fraction) / 1000n))
  if (Number.isNaN(moment.getTime())) return String(micros)
  const digits = fraction === 0n ? '' : `.${String(fraction).padStart(6, '0').replace(/0+$/, '')}`
  return `${moment.toISOString().replace('T', ' ').slice(0, -5)}${digits}`
}

function daysIn(column: Data): CellAt {
  const days = numbersOf(column)
  return (index) => {
    const day = Number(days[index])
    return dayText(day) ?? farMoment(BigInt(day) * 86_400n * microsPerSecond).slice(0, -9)
  }
}

function listsIn(column: Data): CellAt {
  const [items] = column.children
  const cell = items ? cellsIn(items) : () => null
  return (index) => span(column, index).map((item) => cell(item))
}

/** Keys of JSON are texts: those of other types are their JSON. */
function mapsIn(column: Data): CellAt {
  const [keys, values] = (column.children[0]?.children ?? []).map((child) => cellsIn(child))
  return (index) =>
    Object.fromEntries(
      span(column, index).map((item) => {
        const key = keys?.(item) ?? null
        return [typeof key === 'string' ? key : cellText(key), values?.(item) ?? null]
      }),
    )
}

function structsIn(column: Data, members: readonly { name: string }[]): CellAt {
  const cells = column.children.map((child) => cellsIn(child))
  return (index) =>
    Object.fromEntries(members.map(({ name }, member) => [name, cells[member]?.(index) ?? null]))
}

/** Where the items of a list are among those of all lists. */
function span({ valueOffsets }: Data, index: number): number[] {
  const offsets = valueOffsets as ArrayLike<number>
  const from = Number(offsets[index])
  return Array.from({ length: Number(offsets[index + 1]) - from }, (_, item) => from + item)
}
