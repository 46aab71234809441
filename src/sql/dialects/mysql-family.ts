import type { Dialect } from '../dialect.ts'
import { does, type ForbiddenConstruct } from '../forbidden-constructs.ts'

/** The differences between MySQL and MariaDB. */
export interface FamilyMember {
  name: string
  /** Compares code points: letter case, accents and trailing blanks count. */
  collation: string
  matches(value: string, pattern: string): string
  /** The name of the n-th group of the pattern in a replacement text. */
  group(index: number): string
}

/**
 * A read-only transaction stops every change of a table, but on these servers a query can also write files, read the
 * server's own, take locks that others wait for, or sleep on. What the account may not do it cannot do here either;
 * `information_schema` stays readable, which shows an account no more than its own tables.
 */
const forbidden: readonly ForbiddenConstruct[] = [
  { pattern: /\binto\b/, does: 'writes its rows elsewhere' },
  { pattern: /\bload_file \(/, does: 'reads a file of the server', isName: true },
  { pattern: /\bsys_(?:exec|eval) \(/, does: 'runs a command on the server', isName: true },
  {
    pattern:
      /\b(?:sleep|benchmark|master_(?:pos|gtid)_wait|source_pos_wait|wait_for_executed_gtid_set|wait_until_sql_thread_after_gtids) \(/,
    does: does.keepsWaiting,
    isName: true,
  },
  { pattern: /\b(?:get_lock|release_lock|release_all_locks) \(/, does: does.takesLocks, isName: true },
  { pattern: /\bfor (?:update|share)\b|\block in share mode\b/, does: 'locks the rows that it reads' },
  { pattern: /\b(?:nextval|setval) \(/, does: does.advances, isName: true },
  { pattern: /\bnext value for\b/, does: does.advances },
  // Variables of the server and of the session, which an assignment would also change.
  { pattern: /@ @|: =/, does: does.showsServer },
]

// Everything that can hold a dollar sign which is no anchor, and the anchor itself.
const dollarOrNot =
  /\\Q[\s\S]*?(?:\\E|$)|\\[\s\S]|\[\^?\]?(?:\\[\s\S]|\[:\^?\w+:\]|[^\]\\])*\]|\(\?#[^)]*\)|\$/g

/** MySQL, MariaDB and Trino let `$` match before a last line feed too; the others do not, so neither may these. */
export function dollarAtTheEnd(pattern: string): string {
  return pattern.replaceAll(dollarOrNot, (piece) => (piece === '$' ? String.raw`(?:$(?!\n\z))` : piece))
}

/**
 * The dialect of one of the two. Placeholders are bound in order of appearance, so a function prints each of its
 * arguments once and in their order.
 */
export function mysqlFamily({ name, collation, matches, group }: FamilyMember): Dialect {
  return {
    name,
    identifierQuote: '`',
    parameter: () => '?',
    castTypes: {
      integral: 'decimal(65, 0)',
      fractional: 'double',
      decimal: 'decimal(65, 30)',
      string: 'char',
      boolean: 'signed',
      date: 'date',
      timestamp: 'datetime(6)',
    },
    // What is far too large does not fit into the widest decimal either, and these servers would guess.
    decimal(operand, { precision, scale }) {
      const rounded = () => `cast(${operand()} as decimal(65, ${scale}))`
      const bound = `1${'0'.repeat(precision - scale)}`
      return `case when abs(cast(${operand()} as double)) > ${bound}0 then null when abs(${rounded()}) < ${bound} then ${rounded()} end`
    },
    temporalLiteral: ({ type, value }) => `${type} '${String(value)}'`,
    columnAs(quoted, { type }) {
      if (type === 'String') return `(convert(${quoted} using utf8mb4) collate ${collation})`
      // A bare column that is NOT NULL would count as NULL for the date 0000-00-00.
      return type === 'Date' || type === 'Timestamp' ? `coalesce(${quoted})` : quoted
    },
    // Its session is in UTC.
    instants: /^timestamp\b/,
    pattern: dollarAtTheEnd,
    functions: {
      length: (value) => `char_length(${value})`,
      matches,
      abs: (value) => `abs(${value})`,
      lower: (value) => `lower(${value})`,
      trim: (value) => `trim(${value})`,
      collapse_whitespace: (value) => `trim(regexp_replace(${value}, '[\\\\x09-\\\\x0D ]+', ' '))`,
      // A decimal takes only the whole part of what MySQL 9.7 has replaced, unless another function stands between.
      replace_matches: (value, pattern, left) => `concat(regexp_replace(${value}, ${pattern}, ${left}))`,
      millis_between: (from, to) => `(timestampdiff(microsecond, ${from}, ${to}) / 1000)`,
      luhn_sum: (value) => luhnSum(value, group),
      plain_text: (value) => `cast(${value} as char)`,
      beginning: (value, count) => `left(${value}, ${count})`,
      random: () => 'rand()',
      // A quotient of whole numbers would have four digits.
      spread: (...values) => `(crc32(concat_ws('|', ${values.join(', ')})) * 2.3283064365386963e-10)`,
    },
    segments: {
      Yearly: (value) => `year(${value})`,
      Quarterly: (value) => `timestampdiff(quarter, date '0001-01-01', ${value})`,
      Monthly: (value) => `extract(year_month from ${value})`,
      // Mode 3 is the week of ISO 8601.
      Weekly: (value) => `yearweek(${value}, 3)`,
      Daily: (value) => `date(${value})`,
      Hourly: (value) => `date_format(${value}, '%Y-%m-%d %H')`,
    },
    oneRow: '(select 1) as one_row',
    lexicalRules: { backtickIdentifiers: true, mysql: true, placeholder: /\?/y },
    forbidden,
    // 4,096 columns and 65,535 parameters are the servers' limits; 16 MiB is the smallest usual packet.
    limits: { columns: 1000, characters: 1_000_000, parameters: 30_000 },
  }
}

/** Each digit becomes as many asterisks as it counts, so that the value is named only once: every second one, marked `x`, counts double. */
function luhnSum(value: string, group: FamilyMember['group']): string {
  const reversed = `reverse(replace(replace(${value}, ' ', ''), '-', ''))`
  const marked = `regexp_replace(${reversed}, '([0-9])([0-9])', '${group(1)}x${group(2)}')`
  const worth = (digit: number, asterisks: number, mark: string) =>
    [`${mark}${digit}`, '*'.repeat(asterisks)] as const
  const digits = Array.from({ length: 10 }, (_, digit) => digit)
  const steps = [
    ...digits.map((digit) => worth(digit, digit < 5 ? digit * 2 : digit * 2 - 9, 'x')),
    ...digits.map((digit) => worth(digit, digit, '')),
  ]
  return `char_length(${steps.reduce((printed, [from, to]) => `replace(${printed}, '${from}', '${to}')`, marked)})`
}
