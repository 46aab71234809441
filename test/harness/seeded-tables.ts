import type { Cell } from '../../src/kernel/cell.ts'
import type { FieldType } from '../../src/model/field.ts'
import { seeded } from './random.ts'

/** The columns of every seeded table. */
export const seededColumns: Record<string, FieldType> = {
  id: 'Integral',
  category: 'String',
  amount: 'Fractional',
  quantity: 'Integral',
  code: 'String',
  email: 'String',
  homepage: 'String',
  card: 'String',
  created: 'Date',
  started: 'Timestamp',
  ended: 'Timestamp',
  gross: 'Fractional',
  net: 'Fractional',
  number_text: 'String',
  note: 'String',
  phone: 'String',
  mobile: 'String',
  score: 'Fractional',
  customer_id: 'Integral',
}

type Row = Record<string, Cell>
const names = Object.keys(seededColumns)
const dayMs = 86_400_000

/** The customers that `customer_id` of seeded tables refers to are from 1 to this. */
export const customers = 300

/** The errors that are put into a seeded table, each into the rows that it is called with. */
export const errorKinds: Record<string, (row: Row, index: number) => void> = {
  'no value': (row) => (row['category'] = null),
  'out of range': (row) => (row['amount'] = 1000 * (1 + Math.abs(Number(row['amount'])))),
  'below zero': (row) => (row['quantity'] = -7),
  'in the future': (row) => (row['created'] = '2190-05-01'),
  'long ago': (row) => (row['created'] = '1900-01-01'),
  'unknown category': (row) => (row['category'] = 'n/k'),
  'other form': (row) => (row['code'] = `?${String(row['code']).toLowerCase()}`),
  'too long': (row) => (row['note'] = String(row['note']).repeat(20)),
  'empty text': (row) => (row['note'] = ''),
  'repeated key': (row) => (row['id'] = 1),
  'no number': (row) => (row['number_text'] = 'n/a'),
  'no e-mail address': (row) => (row['email'] = 'nobody'),
  'no web address': (row) => (row['homepage'] = 'none'),
  'no card number': (row) => (row['card'] = '4111111111111112'),
  'times in the wrong order': (row) =>
    ([row['started'], row['ended']] = [row['ended'] ?? null, row['started'] ?? null]),
  'amounts in the wrong order': (row) => (row['net'] = Number(row['gross']) + 1),
  'neither of two': (row) => ([row['phone'], row['mobile']] = [null, null]),
  'unknown reference': (row, index) => (row['customer_id'] = 100_000 + index),
}

/** Rows of the table of this seed, `from` the given number on: further rows are of the same kind. `error` breaks one in ten. */
export function seededRows(seed: number, from: number, count: number, error?: string): Cell[][] {
  const shape = shapeOf(seed)
  const random = seeded(seed * 7919 + from)
  return Array.from({ length: count }, (_, index) => {
    const row = rowOf(shape, random, from + index)
    if (error !== undefined && index % 10 === 5) errorKinds[error]?.(row, index)
    return names.map((name) => row[name] ?? null)
  })
}

type Random = () => number

/** What the rows of one table have in common. */
interface Shape {
  seed: number
  categories: string[]
  amount(random: Random): number
  code(random: Random): string
  /** The first day, milliseconds since 1970. */
  start: number
}

function shapeOf(seed: number): Shape {
  const random = seeded(seed)
  const words = ['open', 'paid', 'sent', 'lost', 'North', 'South', 'East', 'West', 'A+', 'B', 'C-', 'x y']
  const scale = 10 ** Math.floor(random() * 5)
  return {
    seed,
    categories: words.slice(0, 3 + (seed % 9)),
    amount: (draw) => scale * (amounts[seed % amounts.length]?.(draw) ?? 0),
    code: codes[seed % codes.length] ?? (() => ''),
    start: Date.UTC(2015 + (seed % 8), seed % 12, 1),
  }
}

/** Normally distributed, by the method of Box and Muller. */
const normal = (draw: Random): number => Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw())

const amounts: ((draw: Random) => number)[] = [
  (draw) => 100 + 15 * normal(draw),
  (draw) => Math.exp(normal(draw)),
  (draw) => 50 * draw(),
  (draw) => -Math.log(1 - draw()),
  (draw) => 3 * normal(draw),
]

const digits = (draw: Random, count: number): string =>
  Array.from({ length: count }, () => Math.floor(10 * draw())).join('')
const letters = (draw: Random, count: number, first = 65): string =>
  Array.from({ length: count }, () => String.fromCharCode(first + Math.floor(26 * draw()))).join('')

const codes: ((draw: Random) => string)[] = [
  (draw) => `${letters(draw, 2)}-${digits(draw, 4)}`,
  (draw) => digits(draw, 5),
  (draw) => `${letters(draw, 1)}${digits(draw, 1)}${letters(draw, 1)} ${digits(draw, 1)}${letters(draw, 2)}`,
  (draw) => `INV/${digits(draw, 3)}/${digits(draw, 2 + Math.floor(3 * draw()))}`,
]

function rowOf({ seed, categories, amount, code, start }: Shape, draw: Random, number: number): Row {
  const began = start + Math.floor(700 * draw()) * dayMs + Math.floor(draw() * dayMs)
  const gross = Math.round(10_000 * draw() + 100) / 100
  const word = (most: number) => letters(draw, 2 + Math.floor(most * draw()), 97)
  const note = Array.from({ length: 3 + Math.floor(5 * draw()) }, () => word(8)).join(' ')
  const hasPhone = draw() < 0.6
  return {
    id: seed * 1000 + number,
    category: categories[Math.floor(categories.length * draw())] ?? null,
    amount: amount(draw),
    quantity: Math.floor(12 * draw() ** 2),
    code: code(draw),
    email: `${word(8)}.${number}@${word(6)}.org`,
    homepage: `https://www.${word(9)}.com/${word(5)}`,
    card: cardNumber(draw),
    created: new Date(began).toISOString().slice(0, 10),
    started: timeOf(began),
    ended: timeOf(began + Math.floor(draw() * 5 * dayMs)),
    gross,
    net: Math.round(gross * (80 + 20 * draw())) / 100,
    number_text: digits(draw, 1 + Math.floor(5 * draw())),
    note,
    phone: hasPhone ? `0${digits(draw, 8)}` : null,
    mobile: hasPhone && draw() < 0.5 ? null : `0${digits(draw, 9)}`,
    score: draw() < 0.3 ? null : normal(draw),
    customer_id: 1 + Math.floor(customers * draw()),
  }
}

const timeOf = (millis: number): string => new Date(millis).toISOString().slice(0, 19).replace('T', ' ')

function cardNumber(draw: Random): string {
  const begun = `4${digits(draw, 14)}`
  const sum = [...begun].reduce((total, digit, place) => {
    const size = Number(digit) * (place % 2 === 0 ? 2 : 1)
    return total + (size > 9 ? size - 9 : size)
  }, 0)
  return `${begun}${(10 - (sum % 10)) % 10}`
}
