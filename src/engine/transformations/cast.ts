import type { DiscoveredField, FieldType } from '../../model/field.ts'
import { dayPattern, timePattern } from '../../rules/text-patterns.ts'
import type { CastType, DecimalDigits, Expression } from '../../sql/ast.ts'
import { boolean, call, caseWhen, cast, column, decimal, nothing, text } from '../../sql/build.ts'
import { defineTransformation } from './transformation.ts'

type Target = Extract<FieldType, 'String' | 'Integral' | 'Fractional' | 'Boolean' | 'Date' | 'Timestamp'>

/** The SQL names of the types, without the numbers in brackets behind them. */
const targets: [pattern: RegExp, type: Target, cast: CastType][] = [
  [/^(?:string|text|varchar|char)$/, 'String', 'string'],
  [/^(?:tinyint|smallint|int|integer|bigint|long|short|byte|integral)$/, 'Integral', 'integral'],
  [/^(?:decimal|dec|numeric)$/, 'Fractional', 'decimal'],
  [/^(?:float|double|double precision|real|fractional)$/, 'Fractional', 'fractional'],
  [/^bool(?:ean)?$/, 'Boolean', 'boolean'],
  [/^date$/, 'Date', 'date'],
  [/^(?:timestamp|datetime)$/, 'Timestamp', 'timestamp'],
]

/** Spark's limit; MySQL has no more behind the point. */
const mostDigits = 38
const mostBehind = 30

interface WantedType {
  type: Target
  cast: CastType
  /** Null: the numbers that the store gives its decimals. */
  digits: DecimalDigits | null
}

function targetOf(written: string | null | undefined): WantedType | null {
  const [, name = '', numbers = ''] =
    /^([^(]*)(?:\(([\d\s,]*)\))?\s*$/.exec((written ?? '').toLowerCase()) ?? []
  const [, type, cast] = targets.find(([pattern]) => pattern.test(name.trim())) ?? []
  if (type === undefined || cast === undefined) return null
  return { type, cast, digits: cast === 'decimal' ? digitsOf(numbers) : null }
}

function digitsOf(numbers: string): DecimalDigits | null {
  if (numbers.trim() === '') return null
  const [precision = Number.NaN, scale = 0, ...more] = numbers
    .split(',')
    .map((one) => Number(one.trim() || Number.NaN))
  return more.length > 0 ? { precision: Number.NaN, scale } : { precision, scale }
}

const isFit = ({ precision, scale }: DecimalDigits): boolean =>
  precision >= 1 && precision <= mostDigits && scale >= 0 && scale <= Math.min(precision, mostBehind)

/** Forms that clients write although every cast reads them, which is why they change nothing. */
const isoForms: Partial<Record<Target, RegExp>> = {
  Date: /^yyyy-MM-dd$/,
  Timestamp: /^yyyy-MM-dd((?: |'T')HH:mm(:ss([.]S{1,6})?)?('Z'|X)?)?$/,
}

/** Why the form is not one that a cast to the type reads; null when it is, or none is given. */
function faultOfFormat(format: string | null, type: Target): string | null {
  if (format === null) return null
  const known = isoForms[type]
  if (known === undefined)
    return `A cast to ${type} has no format; leave it out. One of dates and timestamps says how a text is written.`
  if (known.test(format)) return null
  return `"${format}" is not read: a text is taken as ISO 8601 writes it, yyyy-MM-dd or yyyy-MM-dd HH:mm:ss. Write a customExpression in the SQL of the store for other forms.`
}

/** Texts that every engine reads as the same value of the type, bounded where an engine's own type ends. */
const readable: Record<Exclude<Target, 'String'>, string> = {
  Integral: '^[+-]?[0-9]{1,18}$',
  Fractional: '^[+-]?([0-9]{1,20}([.][0-9]{1,9})?|[.][0-9]{1,9})$',
  Boolean: '^([Tt]([Rr][Uu][Ee])?|[Ff]([Aa][Ll][Ss][Ee])?|[Yy]([Ee][Ss])?|[Nn]([Oo])?|1|0)$',
  Date: `^${dayPattern}([Tt ].*)?$`,
  Timestamp: `^${dayPattern}([Tt ]${timePattern}[Zz]?)?$`,
}

const isTrue = '^([Tt]|[Yy]|1)'

const ofString: WantedType = { type: 'String', cast: 'string', digits: null }

/** The value as another type. A text that is no value of it becomes NULL; other values are converted as the store does. */
export const castValue = defineTransformation({
  name: 'cast',
  reads: ['Integral', 'Fractional', 'String', 'Boolean', 'Date', 'Timestamp'],
  members: ['target_type', 'format'],
  fault({ target_type, format }) {
    const target = targetOf(target_type)
    if (target !== null && (target.digits === null || isFit(target.digits))) {
      const reason = faultOfFormat(format ?? null, target.type)
      return reason === null ? null : { member: 'format', reason }
    }
    const written = `"${target_type ?? ''}"`
    const reason =
      target === null
        ? `${written} is no type to cast to; write string, integer, double, decimal, boolean, date or timestamp.`
        : `${written} is no decimal; write decimal(p, s) with p from 1 to ${mostDigits} digits, s of them behind the point, at most ${mostBehind}.`
    return { member: 'target_type', reason }
  },
  gives: ({ target_type }) => targetOf(target_type),
  expression({ target_type }, source) {
    const field = source as DiscoveredField
    const target = targetOf(target_type) ?? ofString
    if (target.type === 'String')
      return field.type === 'String' ? column(field) : call('plain_text', column(field))
    const { digits } = target
    if (digits !== null) return ofDigits(field, digits)
    if (field.type !== 'String') return cast(column(field), target.cast)
    const trimmed = call('trim', column(field))
    return caseWhen(
      call('matches', trimmed, text(readable[target.type])),
      ofText(trimmed, target.type, target.cast),
      nothing,
    )
  },
})

/** Digits that a text of a decimal may have on either side of the point: more than any decimal keeps. */
const readableDigits = '^[+-]?([0-9]{1,38}([.][0-9]{1,38})?|[.][0-9]{1,38})$'

function ofDigits(field: DiscoveredField, digits: DecimalDigits): Expression {
  if (field.type !== 'String') return decimal(column(field), digits)
  const trimmed = call('trim', column(field))
  const bare = call('replace_matches', trimmed, text('^[+]'), text(''))
  return caseWhen(call('matches', trimmed, text(readableDigits)), decimal(bare, digits), nothing)
}

function ofText(trimmed: Expression, type: Exclude<Target, 'String'>, to: CastType): Expression {
  if (type === 'Boolean')
    return caseWhen(call('matches', trimmed, text(isTrue)), boolean(true), boolean(false))
  if (type === 'Date') return cast(call('replace_matches', trimmed, text('[Tt ].*$'), text('')), to)
  const bare = type === 'Timestamp' ? '[Zz]$' : '^[+]'
  return cast(call('replace_matches', trimmed, text(bare), text('')), to)
}
