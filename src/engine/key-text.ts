import { cellText, ExactNumber, type Cell } from '../kernel/cell.ts'
import type { DiscoveredField } from '../model/field.ts'
import { kindOf, type Kind } from '../rules/field-kinds.ts'
import type { Literal } from '../sql/ast.ts'
import { boolean, date, number, text, timestamp } from '../sql/build.ts'

/**
 * One spelling for one value, whatever the store: 1, 1.0 and 1.00 are the same number. With a kind, values that a store
 * keeps in another form (a truth as 0 or 1, a time with its zone, a date where the other side has times) meet too.
 */
export function keyText(cell: Cell, kind: Kind | null = null): string | null {
  if (cell === null) return null
  if (kind === 'truth') return truthText(cell)
  if (typeof cell === 'string') {
    if (kind === 'number') return plainNumber(cell)
    return kind === 'time' ? momentText(cell) : cell
  }
  if (typeof cell === 'number' || typeof cell === 'bigint' || cell instanceof ExactNumber)
    return plainNumber(String(cell))
  return typeof cell === 'object' ? cellText(cell) : String(cell)
}

/** The kind by which values of a field are spelled: a date stays as it is, unless the other side has times. */
export const keyKind = (field: DiscoveredField): Kind => (field.type === 'Date' ? 'other' : kindOf(field))

/** The cell that a key stands for, to be shown again; what the kind does not explain stays text. */
export function keyCell(key: string | null, kind: Kind): Cell {
  if (key === null) return null
  if (kind === 'number' && /^-?\d+(\.\d+)?$/.test(key)) return new ExactNumber(key)
  if (kind === 'truth' && (key === 'true' || key === 'false')) return key === 'true'
  return key
}

/** A constant of the field's type from one of its key texts; what is no value of the type is a text. */
export function literalOf(field: DiscoveredField, key: string): Literal {
  switch (field.type) {
    case 'Integral':
    case 'Fractional':
      return numberOf(key) ?? text(key)
    case 'Boolean':
      // Where truths are numbers, others than 0 and 1 are kept too.
      return key === 'true' || key === 'false' ? boolean(key === 'true') : (numberOf(key) ?? text(key))
    case 'Date':
    case 'Timestamp':
      return momentOf(key, field.type === 'Date' ? 'date' : 'timestamp')
    default:
      return text(key)
  }
}

function numberOf(key: string): Literal | null {
  if (!/^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/.test(key)) return null
  // A decimal or a whole number may have more digits than a number can hold.
  const value = Number(key)
  return Number.isFinite(value) && keyText(value) === keyText(key, 'number')
    ? number(value)
    : { kind: 'literal', value: key, type: 'number' }
}

/** As the stores write them: the infinities, years of more digits, and years before Christ. */
const rareMoment = /^(?:-?infinity|\d{4,}-\d\d-\d\d(?: \(BC\))?(?: \d\d:\d\d:\d\d(?:\.\d+)?)?(?: BC)?)$/

function momentOf(key: string, type: 'date' | 'timestamp'): Literal {
  const isOrdinary = /^\d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d(?:\.\d+)?)?$/.test(key)
  if (isOrdinary && !key.startsWith('0000') && dayExists(key.slice(0, 10)))
    return type === 'date' ? date(key) : timestamp(key)
  // The session's time zone is UTC.
  const value = key.replace(/Z(?= BC$|$)/, '')
  return rareMoment.test(value) ? { kind: 'literal', value, type } : text(key)
}

/** A day beyond the end of its month is read as one of the next. */
function dayExists(day: string): boolean {
  const millis = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(millis) && new Date(millis).toISOString().startsWith(day)
}

/** All digits, no exponent, no zeros at either end; what is no number (NaN, an infinity, other text) stays as it is. */
function plainNumber(text: string): string {
  const match = /^(-?)(\d+)(?:\.(\d*))?(?:e([+-]?\d{1,4}))?$/i.exec(text)
  if (!match) return text
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match
  const point = whole.length + Number(exponent)
  // Zeros are put where the point lies outside the digits.
  const padded = `${'0'.repeat(Math.max(0, -point))}${whole}${fraction}`.padEnd(point, '0')
  const cut = Math.max(point, 0)
  const head = padded.slice(0, cut).replace(/^0+(?=\d)/, '') || '0'
  const tail = padded.slice(cut).replace(/0+$/, '')
  const number = tail === '' ? head : `${head}.${tail}`
  return number === '0' ? '0' : `${sign}${number}`
}

/** `YYYY-MM-DD HH:MM:SS[.f]` in UTC without zeros at the end; a date is its midnight. */
function momentText(text: string): string {
  const match = /^(\d{4,}-\d\d-\d\d)(?:[ T](\d\d:\d\d:\d\d)(?:\.(\d+))?)?Z?$/.exec(text)
  if (!match) return text
  const fraction = (match[3] ?? '').replace(/0+$/, '')
  return `${match[1]} ${match[2] ?? '00:00:00'}${fraction === '' ? '' : `.${fraction}`}`
}

function truthText(cell: Cell): string {
  const text = String(cell).toLowerCase()
  if (text === '1' || text === 't') return 'true'
  return text === '0' || text === 'f' ? 'false' : text
}
