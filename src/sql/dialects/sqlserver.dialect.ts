import type { Column } from '../ast.ts'
import type { Dialect } from '../dialect.ts'
import { luhnTerms } from './card-digits.ts'
import { does, type ForbiddenConstruct } from '../forbidden-constructs.ts'

/** Statements stand side by side there without a semicolon between them, so every word that begins another one is refused. */
const statements =
  'add alter backup begin break bulk checkpoint close commit continue create dbcc deallocate declare delete deny disable drop dump ' +
  'enable exec execute goto grant if insert kill load lineno merge move open print raiserror readtext receive reconfigure ' +
  'restore return revert revoke rollback save send set setuser shutdown throw truncate update updatetext use waitfor while writetext'

const locks = 'holdlock paglock readpast repeatableread rowlock serializable tablock tablockx updlock xlock'

const oneOf = (words: string): string => `(?:${words.replaceAll(' ', '|')})`

/** By the documentation. There is no read-only transaction; the account's rights are what holds. */
const forbidden: readonly ForbiddenConstruct[] = [
  { pattern: new RegExp(String.raw`\b${oneOf(statements)}\b`), does: 'begins another statement' },
  { pattern: /\binto\b/, does: 'writes its rows elsewhere' },
  { pattern: /\bfor (?:xml|json|browse)\b/, does: 'changes the form of the answer' },
  { pattern: /\boption \(/, does: 'changes how the server runs the statement' },
  {
    pattern: /\b(?:openrowset|openquery|opendatasource|openxml) \(/,
    does: 'reads what is not in this datastore',
    isName: true,
  },
  // Four names lead to another server.
  { pattern: /\w+ \. \w* ?\. \w* ?\. \w+/, does: 'may lead to another server', isName: true },
  { pattern: new RegExp(String.raw`\b${oneOf(locks)}\b`), does: does.takesLocks },
  { pattern: /\bnext value for\b/, does: does.advances },
  {
    pattern:
      /\b(?:sys|information_schema) \. |\b(?:sys(?:objects|columns|users|databases|logins)|fn_\w+|xp_\w+|sp_\w+)\b/,
    does: does.showsServer,
    isName: true,
  },
]

/** Letter case, accents and widths count. */
const collation = 'Latin1_General_100_BIN2'

const truth = {
  asValue: (condition: string) => `case when ${condition} then 1 when not ${condition} then 0 end`,
  asCondition: (value: string) => `(${value} = 1)`,
}

const isInteger = /^(?:tiny|small|big)?int$/

/** With no more digits than it needs: for each one before the point a difference beside a decimal loses one behind it, when there are more than 38. */
const asDecimal = (printed: string): string => `cast(${printed} as decimal(19, 0))`

/** The first day, a Monday. */
const start = 'datefromparts(1, 1, 1)'

/** SQL Server, Azure SQL and Microsoft Fabric, by the documentation; no server of it has met this yet. Regular expressions need version 2025. */
export const sqlserver: Dialect = {
  name: 'sqlserver',
  identifierQuote: '"',
  parameter: (index) => `@p${index}`,
  castTypes: {
    integral: 'decimal(38, 0)',
    fractional: 'float',
    decimal: 'decimal(38, 9)',
    string: 'nvarchar(max)',
    boolean: 'bit',
    date: 'date',
    timestamp: 'datetime2(6)',
  },
  decimal: (operand, { precision, scale }) => `try_cast(${operand()} as decimal(${precision}, ${scale}))`,
  temporalLiteral: ({ type, value }) =>
    `cast('${String(value)}' as ${type === 'date' ? 'date' : 'datetime2(6)'})`,
  columnAs(quoted, { type, native_type }) {
    if (type === 'String') return asText(quoted, native_type)
    if (native_type.startsWith('datetimeoffset'))
      return `cast(switchoffset(${quoted}, '+00:00') as datetime2(7))`
    // Its own text has two of the four digits behind the point.
    if (/^(?:small)?money$/.test(native_type)) return `cast(${quoted} as decimal(19, 4))`
    // The older types are written as "Jan 31 2026" where they become texts.
    return /^(?:small)?datetime$/.test(native_type) ? `cast(${quoted} as datetime2(3))` : quoted
  },
  // A sum of 32 or 64 bits that passes the end of its range fails the statement.
  columnInArithmetic: (quoted: string, { native_type }: Column) =>
    isInteger.test(native_type) ? asDecimal(quoted) : undefined,
  cast(printed, type, operand) {
    if (type !== 'integral' || operand.kind !== 'column') return undefined
    if (isInteger.test(operand.native_type)) return asDecimal(printed)
    return /^(?:decimal|numeric)\(\d+,0\)$/.test(operand.native_type) ? printed : undefined
  },
  truth,
  aggregatesNoQueries: true,
  // Texts count as equal there when they differ in blanks at the end; a character behind them makes these count.
  exactText: (printed) => `(${printed} + char(1))`,
  groupedText: (printed) => `${printed}, datalength(${printed})`,
  // The operands stand in the subquery, so its columns have names that no field has.
  isRowOf(row, query) {
    const names = row.map((_, index) => `assay_${index + 1}`)
    const same = row.map(
      ({ operand, exactly }, index) => `${exactly(`assay_rows.${names[index]}`)} = ${operand}`,
    )
    return `exists (select 1 from (${query}) as assay_rows (${names.join(', ')}) where ${same.join(' and ')})`
  },
  page(rows, passed, isOrdered) {
    if (passed === 0) return { first: `top (${rows}) `, last: '' }
    const order = isOrdered ? '' : ' order by (select null)'
    return { first: '', last: `${order} offset ${passed} rows fetch next ${rows} rows only` }
  },
  count: (printed) => `count_big(${printed})`,
  countWhere: (condition) => `count_big(case when ${condition} then 1 end)`,
  functions: {
    // Its own length leaves out blanks at the end, and counts some characters twice unless the collation knows them.
    length: (value) => `(len(${value} collate Latin1_General_100_CI_AS_SC + char(1)) - 1)`,
    matches: (value, pattern) => `regexp_like(${value}, ${pattern}, 'c')`,
    abs: (value) => `abs(${value})`,
    lower: (value) => `lower(${value})`,
    trim: (value) => `trim(${value})`,
    collapse_whitespace: (value) => collapsed(value ?? ''),
    replace_matches: (value, pattern, left) => `regexp_replace(${value}, ${pattern}, ${left}, 1, 0, 'c')`,
    millis_between: (from, to) =>
      `(datediff_big(microsecond, cast(${from} as datetime2(6)), cast(${to} as datetime2(6))) / 1000.0)`,
    luhn_sum: (value) => luhnSum(value ?? ''),
    plain_text: (value) => `cast(${value} as nvarchar(max))`,
    beginning: (value, count) => `left(${value}, ${count})`,
    // Its rand() is one number for all rows.
    random: () => '((cast(checksum(newid()) as bigint) + 2147483648) / 4294967296e0)',
    spread: (...values) =>
      `(cast(cast(hashbytes('SHA2_256', concat(N'', ${values.join(", N'|', ")})) as binary(4)) as bigint) / 4294967296e0)`,
  },
  segments: {
    Yearly: (value) => `year(${value})`,
    Quarterly: (value) => `datediff(quarter, ${start}, ${value})`,
    Monthly: (value) => `datediff(month, ${start}, ${value})`,
    Weekly: (value) => `(datediff(day, ${start}, ${value}) / 7)`,
    Daily: (value) => `cast(${value} as date)`,
    Hourly: (value) => `datediff(hour, ${start}, ${value})`,
  },
  oneRow: '(select 1 as one) as one_row',
  lexicalRules: {
    nestedComments: true,
    bracketIdentifiers: true,
    doubledBrackets: true,
    placeholder: /@/y,
  },
  forbidden,
  // 4,096 columns and 2,100 parameters are the server's limits.
  limits: { columns: 1000, characters: 1_000_000, parameters: 2000 },
}

/** Blanks that fill up a char(n) are none of the value's. */
function asText(quoted: string, native: string): string {
  if (/^(?:nvarchar|sysname)\b/.test(native)) return `(${quoted} collate ${collation})`
  const whole = /^n?char\b/.test(native) ? `rtrim(${quoted})` : quoted
  const [, length = 'max'] = /\((\d+)\)/.exec(native) ?? []
  const isShort = length !== 'max' && Number(length) <= 4000
  return `(cast(${whole} as nvarchar(${isShort ? 4000 : 'max'})) collate ${collation})`
}

/** Two characters that no text has mark the ends of each blank, so that those between two blanks vanish. */
function collapsed(value: string): string {
  const blanks = [9, 10, 11, 12, 13].map((code) => `char(${code})`).join(' + ')
  const spread = `replace(translate(${value}, ${blanks}, N'     '), N' ', char(1) + char(2))`
  return `trim(replace(replace(${spread}, char(2) + char(1), N''), char(1) + char(2), N' '))`
}

/** Zeros, which count nothing, stand where a shorter number has no digit. */
function luhnSum(value: string): string {
  const reversed = `(reverse(replace(replace(${value}, N' ', N''), N'-', N'')) + N'${'0'.repeat(19)}')`
  return luhnTerms((place, order) => `charindex(substring(${reversed}, ${place}, 1), N'${order}')`)
}
