import type { DiscoveredField, FieldType } from '../../model/field.ts'
import { dayPattern, timePattern } from '../../rules/text-patterns.ts'
import type { CastType, Expression } from '../../sql/ast.ts'
import { boolean, call, caseWhen, cast, column, nothing, text } from '../../sql/build.ts'
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

function targetOf(written: string | null | undefined): { type: Target; cast: CastType } | null {
  const name = (written ?? '')
    .toLowerCase()
    .replace(/\([\d\s,]*\)\s*$/, '')
    .trim()
  const [, type, cast] = targets.find(([pattern]) => pattern.test(name)) ?? []
  return type === undefined || cast === undefined ? null : { type, cast }
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

/** The value as another type. A text that is no value of it becomes NULL; other values are converted as the store does. */
export const castValue = defineTransformation({
  name: 'cast',
  reads: ['Integral', 'Fractional', 'String', 'Boolean', 'Date', 'Timestamp'],
  members: ['target_type'],
  fault: ({ target_type }) =>
    targetOf(target_type) === null
      ? {
          member: 'target_type',
          reason: `"${target_type ?? ''}" is no type to cast to; write string, integer, double, decimal, boolean, date or timestamp.`,
        }
      : null,
  gives: ({ target_type }) => targetOf(target_type),
  expression({ target_type }, source) {
    const field = source as DiscoveredField
    const target = targetOf(target_type) ?? { type: 'String', cast: 'string' }
    if (target.type === 'String')
      return field.type === 'String' ? column(field) : call('plain_text', column(field))
    if (field.type !== 'String') return cast(column(field), target.cast)
    const trimmed = call('trim', column(field))
    return caseWhen(
      call('matches', trimmed, text(readable[target.type])),
      ofText(trimmed, target.type, target.cast),
      nothing,
    )
  },
})

function ofText(trimmed: Expression, type: Exclude<Target, 'String'>, to: CastType): Expression {
  if (type === 'Boolean')
    return caseWhen(call('matches', trimmed, text(isTrue)), boolean(true), boolean(false))
  if (type === 'Date') return cast(call('replace_matches', trimmed, text('[Tt ].*$'), text('')), to)
  const bare = type === 'Timestamp' ? '[Zz]$' : '^[+]'
  return cast(call('replace_matches', trimmed, text(bare), text('')), to)
}
