import type { Column } from '../ast.ts'
import type { Dialect } from '../dialect.ts'
import { does, type ForbiddenConstruct } from '../forbidden-constructs.ts'

/** `readonly = 2` keeps a query from writing; these read elsewhere, show the server, or change the rows that others see. */
const forbidden: readonly ForbiddenConstruct[] = [
  {
    pattern:
      /\b(?:file\w*|url\w*|s3\w*|gcs\w*|oss\w*|cosn\w*|hdfs\w*|azureblobstorage\w*|iceberg\w*|paimon\w*|deltalake\w*|hudi\w*|ytsaurus\w*|arrowflight\w*|input|executable\w*|python) \(/,
    does: does.readsFiles,
    isName: true,
  },
  {
    pattern:
      /\b(?:remote\w*|cluster\w*|mysql|postgresql|sqlite|mongodb|redis|jdbc|odbc|dictionary|dictget\w*|dicthas|dictisin|joinget\w*|merge\w*|loop|prometheus\w*|timeseries\w*|aigenerate\w*|ai\w*|llm\w*) \(/,
    does: 'reads what is not in this datastore',
    isName: true,
  },
  { pattern: /\bview(?:explain|ifpermitted)? \(/, does: does.runsText, isName: true },
  {
    pattern:
      /\b(?:hostname|fqdn|getmacro|getsetting\w*|getserver\w*|getserverport|buildid|serveruuid|uptime|currentuser|currentroles|currentprofiles|enabledroles|defaultroles|enabledprofiles|defaultprofiles|user|tcpport|addressto\w+|showcertificate|displayname|catboostevaluate|zookeepersessionuptime|filesystem\w+|initialqueryid|queryid) \(/,
    does: does.showsServer,
    isName: true,
  },
  { pattern: /\bsystem \. |\binformation_schema \. /, does: does.showsServer, isName: true },
  { pattern: /\bsleep\w* \(/, does: does.keepsWaiting, isName: true },
  { pattern: /\bgenerateserialid \(/, does: does.advances, isName: true },
  {
    pattern: /\b(?:arrayjoin|untuple|columns) \(/,
    does: 'makes rows or columns of its own',
    isName: true,
  },
  { pattern: /\barray join\b/, does: 'makes rows of its own' },
  { pattern: /\bsettings (?:[a-z_]\w*|'') =/, does: 'changes the settings of the session' },
  { pattern: /\binto outfile\b/, does: 'writes its rows elsewhere' },
  { pattern: /\bformat [a-z]/, does: 'changes the form of the answer' },
]

const bare = (native: string): string => native.replaceAll(/\b(?:Nullable|LowCardinality)\(|\)$/g, '')
const isFloat = ({ native_type }: Column): boolean => /^B?Float/.test(bare(native_type))
const wideInteger = /^U?Int(?:64|128)\b/

/** ClickHouse 26. Parameters have names there, so a function may print an argument more than once. */
export const clickhouse: Dialect = {
  name: 'clickhouse',
  identifierQuote: '`',
  escapesInNames: true,
  parameter: (index) => `{p${index}:String}`,
  castTypes: {
    // Whole numbers of 256 bits know no arithmetic with floating ones there; decimals do.
    integral: 'Nullable(Decimal(76, 0))',
    fractional: 'Nullable(Float64)',
    decimal: 'Nullable(Decimal(76, 30))',
    string: 'Nullable(String)',
    boolean: 'Nullable(Bool)',
    date: 'Nullable(Date32)',
    timestamp: `Nullable(DateTime64(6, 'UTC'))`,
  },
  // A cast of a floating number cuts digits off; its text has those that people see.
  decimal(operand, { precision, scale }) {
    const rounded = `round(toDecimal256OrNull(toString(${operand()}), 38), ${scale})`
    const bound = `toDecimal256('1${'0'.repeat(precision - scale)}', 0)`
    return `cast(if(abs(${rounded}) < ${bound}, ${rounded}, null) as Nullable(Decimal(76, ${scale})))`
  },
  temporalLiteral: ({ type, value }) =>
    type === 'date' ? `toDate32('${String(value)}')` : `toDateTime64('${String(value)}', 6, 'UTC')`,
  columnAs(quoted, column) {
    const { type, native_type } = column
    if (type === 'String') return bare(native_type) === 'String' ? quoted : `toString(${quoted})`
    if (!isFloat(column)) return quoted
    // NaN would be neither equal to itself nor above or below anything, so it counts as NULL. -0 would be a group of its own.
    const wide = bare(native_type) === 'Float64' ? quoted : `toFloat64(toString(${quoted}))`
    return `if(isNaN(${quoted}), null, ${wide} + 0.)`
  },
  // Its sums and differences of 64 bits go round at the end of their range without a word.
  columnInArithmetic: (quoted, { native_type }) =>
    wideInteger.test(bare(native_type)) ? `toDecimal256(${quoted}, 0)` : undefined,
  exactNumber: (digits) =>
    isOf64Bits(digits) ? undefined : `toDecimal256('${digits}', ${digits.split('.')[1]?.length ?? 0})`,
  // Its regular expressions let a dot match a line feed, unlike those of the others.
  pattern: (written) => `(?-s)${written}`,
  // NULL in a list counts as not in it there.
  isIn: (operands, list) =>
    `if(${operands.map((operand) => `isNull(${operand})`).join(' or ')}, null, ${operands.length === 1 ? operands.join() : `(${operands.join(', ')})`} in (${list}))`,
  countWhere: (condition) => `countIf(${condition})`,
  functions: {
    length: (value) => `lengthUTF8(${value})`,
    matches: (value, pattern) => `match(${value}, ${pattern})`,
    abs: (value) => `abs(${value})`,
    lower: (value) => `lowerUTF8(${value})`,
    trim: (value) => `trimBoth(${value})`,
    collapse_whitespace: (value) => `trimBoth(replaceRegexpAll(${value}, '[\\\\x09-\\\\x0D ]+', ' '))`,
    replace_matches: (value, pattern, left) => `replaceRegexpAll(${value}, ${pattern}, ${left})`,
    millis_between: (from, to) => `((${micros(to ?? '')} - ${micros(from ?? '')}) / 1000)`,
    luhn_sum: (value) => {
      const found = `extractAll(reverse(assumeNotNull(${value})), '[0-9]')`
      return `if(isNull(${value}), null, arraySum((assay_digit, assay_place) -> position(if(assay_place % 2 = 1, '0123456789', '0516273849'), assay_digit) - 1, ${found}, arrayEnumerate(${found})))`
    },
    plain_text: (value) => `toString(${value})`,
    beginning: (value, count) => `substringUTF8(${value}, 1, ${count})`,
    random: () => 'randCanonical()',
    spread: (...values) => `(bitShiftRight(cityHash64(tuple(${values.join(', ')})), 11) / 9007199254740992.)`,
  },
  segments: {
    Yearly: (value) => `toYear(${value})`,
    Quarterly: (value) => `(toYear(${value}) * 4 + toQuarter(${value}))`,
    Monthly: (value) => `toYYYYMM(${value})`,
    Weekly: (value) => `(toISOYear(${value}) * 100 + toISOWeek(${value}))`,
    Daily: (value) => `toDate32(${value})`,
    Hourly: (value) => `formatDateTime(${value}, '%Y-%m-%d %H')`,
  },
  oneRow: '(select 1) as one_row',
  lexicalRules: {
    backtickIdentifiers: true,
    backslashes: true,
    hashComments: true,
    nestedComments: true,
    dollarQuotes: true,
    placeholder: /\{(?!\{)/y,
  },
  forbidden,
  limits: { columns: 1000, characters: 1_000_000, parameters: 1000 },
}

const micros = (value: string): string => `toUnixTimestamp64Micro(toDateTime64(${value}, 6, 'UTC'))`

/** A whole number of more digits would be read as a floating one. */
const isOf64Bits = (digits: string): boolean =>
  /^-?\d+$/.test(digits) && BigInt(digits) >= -(2n ** 63n) && BigInt(digits) < 2n ** 64n
