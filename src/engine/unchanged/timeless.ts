import type { Dialect } from '../../sql/dialect.ts'
import { tokensOf } from '../../sql/lexer.ts'

/** Functions that answer the same for the same values, in every store; what is not among them may look at a clock or a die. */
const functions = new Set(
  `abs acos asin atan avg bit_length btrim cast cbrt ceil ceiling char_length character_length coalesce concat concat_ws contains cos
   count date_part date_trunc datepart datetrunc day degrees ends_with exp extract floor greatest hour if ifnull in instr
   isfinite isinf isnan least left length like ln log log10 log2 lower lpad ltrim max md5 min minute mod month not nullif position
   pow power quarter radians regexp_extract regexp_full_match regexp_matches regexp_replace repeat replace reverse right round
   rpad rtrim second sign sin split_part sqrt starts_with strftime string_split strlen strpos strptime substr substring sum tan
   translate trim trunc try_cast try_strptime upper week year and or when then else between`.split(/\s+/),
)

const words = new Set(
  `and or not is null in like ilike similar to between symmetric escape case when then else end true false as distinct from cast
   try_cast bigint integer int smallint tinyint hugeint double float real decimal numeric varchar text char boolean date time
   timestamp interval year years month months day days hour hours minute minutes second seconds week weeks both leading
   trailing for`.split(/\s+/),
)

/** Texts that become a moment of the clock when they are read as a date or time. */
const momentaryText = /\b(?:now|today|tomorrow|yesterday|current)\b/i

/**
 * True when an expression of a person's surely gives the same for the same row at any time. Whatever is not known here (a
 * function, a word that is no field) counts against it.
 */
export function isTimeless(sql: string, fields: ReadonlySet<string>, dialect: Dialect): boolean {
  const momentary = new Set(dialect.momentary)
  const tokens = tokensOf(sql, dialect.lexicalRules).filter(({ kind }) => kind !== 'comment')
  return tokens.every(({ kind, start, end }, index) => {
    const written = sql.slice(start, end)
    const next = tokens[index + 1]
    const isCalled = next?.kind === 'symbol' && sql.slice(next.start, next.end) === '('
    switch (kind) {
      case 'text':
        return !momentaryText.test(written)
      case 'identifier':
        return !isCalled && fields.has(written.slice(1, -1).toLowerCase())
      case 'word':
        if (isCalled) return functions.has(written.toLowerCase()) && !momentary.has(written.toLowerCase())
        return words.has(written.toLowerCase()) || isPlainField(written.toLowerCase(), fields)
      case 'variable':
        return false
      default:
        return true
    }
  })
}

/** A field with the name of a clock is not told from the clock. */
function isPlainField(word: string, fields: ReadonlySet<string>): boolean {
  return (
    fields.has(word) && !/^(?:current|local|session|system|transaction|statement|now|today|user)/.test(word)
  )
}
