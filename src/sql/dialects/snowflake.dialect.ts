import type { FieldType } from '../../model/field.ts'
import type { Column } from '../ast.ts'
import type { Dialect } from '../dialect.ts'
import { byDateTrunc } from './date-trunc.ts'
import { luhnTerms } from './card-digits.ts'
import { does, type ForbiddenConstruct } from '../forbidden-constructs.ts'

/** Functions that tell who asks, and where. */
const serverFacts =
  '(?:current_(?:account\\w*|available_roles|client|ip_address|organization_\\w+|region|role\\w*|secondary_roles|session|statement|transaction|user|version|warehouse)|last_(?:query_id|transaction)|invoker_(?:role|share)|is_\\w+_in_session)'

/** By the documentation. Only selects are sent, but a select may call what changes something there. */
const forbidden: readonly ForbiddenConstruct[] = [
  // It begins a comment wherever it stands.
  { pattern: /\/ \//, does: 'begins a comment' },
  { pattern: /- > >/, does: 'hands its rows to another statement' },
  { pattern: /\binto\b/, does: 'writes its rows elsewhere' },
  { pattern: /\bas procedure\b|\bcall\b/, does: 'brings code of its own' },
  { pattern: /@/, does: does.readsFiles },
  {
    pattern: /\btable \((?! (?:flatten|split_to_table) \()/,
    does: 'calls a table function, which may read what is not in this datastore',
  },
  { pattern: /\bidentifier \(/, does: 'takes a name from a text', isName: true },
  { pattern: /\bsystem\$\w+/, does: "asks or changes what is the server's own", isName: true },
  { pattern: /\. (?:nextval|currval)\b/, does: does.advances, isName: true },
  {
    pattern: /\b(?:ai|cortex)_\w+ \(|\b(?:cortex|ml) \. \w/,
    does: 'sends values to another service',
    isName: true,
  },
  {
    pattern:
      /\b(?:to_file|get_presigned_url|build_scoped_file_url|build_stage_file_url|get_stage_location|get_ddl) \(/,
    does: does.readsFiles,
    isName: true,
  },
  {
    pattern: new RegExp(String.raw`\b(?:snowflake|information_schema) \. |\b${serverFacts} \(`),
    does: does.showsServer,
    isName: true,
  },
  // Some are called without brackets.
  { pattern: new RegExp(String.raw`\b${serverFacts}\b`), does: does.showsServer },
]

/** A text is compared by its code points, whatever the collation of its column. */
const asText = (quoted: string, { native_type }: Column): string =>
  native_type.includes(' collate ') ? `collate(${quoted}, 'utf8')` : quoted

const hasZone = ({ native_type }: Column): boolean => /^timestamp_l?tz\b/i.test(native_type)

/** Of the text of a day and of a time, which has no zone here. */
const momentFormats: Partial<Record<FieldType, string>> = {
  Date: 'YYYY-MM-DD',
  Timestamp: 'YYYY-MM-DD HH24:MI:SS.FF9',
}
const moment = (value: string): string => `cast(${value} as timestamp_ntz)`

/** A date or a time of up to nine digits behind the second. Its format is named, as an account may have another one for texts that come without. */
function temporal({ type, value }: Parameters<Dialect['temporalLiteral']>[0]): string {
  if (type === 'date') return `to_date('${String(value)}', 'YYYY-MM-DD')`
  const [whole = '', fraction = ''] = String(value).split('.')
  const digits = fraction.length > 6 ? 9 : 6
  return `to_timestamp_ntz('${whole}.${fraction.padEnd(digits, '0')}', 'YYYY-MM-DD HH24:MI:SS.FF${digits}')`
}

/** Snowflake, by the documentation; no account of it has met this yet. Parameters have no numbers there, so a function prints each argument that may be one exactly once. */
export const snowflake: Dialect = {
  name: 'snowflake',
  identifierQuote: '"',
  parameter: () => '?',
  castTypes: {
    integral: 'number(38, 0)',
    fractional: 'float',
    decimal: 'number(38, 9)',
    string: 'varchar',
    boolean: 'boolean',
    date: 'date',
    timestamp: 'timestamp_ntz',
  },
  // It tries to convert nothing but texts.
  decimal: (operand, { precision, scale }) =>
    `try_cast(cast(${operand()} as varchar) as number(${precision}, ${scale}))`,
  temporalLiteral: temporal,
  columnAs(quoted, column) {
    if (column.type === 'String') return asText(quoted, column)
    return hasZone(column) ? moment(`convert_timezone('UTC', ${quoted})`) : quoted
  },
  // A decimal there has at most 37 digits behind the point.
  floatingNumber: (written) => `cast('${written}' as float)`,
  // Its own function looks whether the whole text matches.
  pattern: (written) => `(.|\n)*(${plainPattern(written)})(.|\n)*`,
  countWhere: (condition) => `count_if(${condition})`,
  // How a cast writes days and times is a setting of the account, and leaves digits behind the second out.
  textOf: (printed, type) =>
    type in momentFormats ? `to_varchar(${printed}, '${momentFormats[type]}')` : undefined,
  functions: {
    length: (value) => `length(${value})`,
    matches: (value, pattern) => `regexp_like(${value}, ${pattern})`,
    abs: (value) => `abs(${value})`,
    lower: (value) => `lower(${value})`,
    trim: (value) => `trim(${value}, ' ')`,
    collapse_whitespace: (value) => `trim(regexp_replace(${value}, '[\\t-\\r ]+', ' '), ' ')`,
    replace_matches: (value, pattern, left) => `regexp_replace(${value}, ${pattern}, ${left})`,
    millis_between: (from, to) =>
      `(timestampdiff(microsecond, ${moment(from ?? '')}, ${moment(to ?? '')}) / 1000)`,
    luhn_sum: (value) => luhnSum(value ?? ''),
    plain_text: (value) => `cast(${value} as varchar)`,
    beginning: (value, count) => `left(${value}, ${count})`,
    random: () => 'uniform(0::float, 1::float, random())',
    // A quotient of two whole numbers would have six digits.
    spread: (...values) =>
      `(bitand(hash(${values.join(', ')}), 9007199254740991) / cast(9007199254740992 as float))`,
  },
  segments: {
    ...byDateTrunc,
    // On which day date_trunc lets a week begin is a setting of the account.
    Weekly: (value) => `dateadd(day, 1 - dayofweekiso(${value}), cast(${value} as date))`,
    Daily: (value) => `cast(${value} as date)`,
    Hourly: (value) => `date_trunc('hour', ${moment(value)})`,
  },
  oneRow: '(select 1 as one) as one_row',
  lexicalRules: {
    backslashesInTexts: true,
    // A dollar begins a variable or a text of another kind; a colon before a digit is a parameter, two are a cast, and one before a name a path.
    placeholder: /\?|\$|:::|(?<!:):(?=\s*\d)/y,
  },
  forbidden,
  // A statement has at most a million bytes there.
  limits: { columns: 1000, characters: 400_000, parameters: 5000 },
}

/** What stands in a pattern alone or in a class, groups that are not remembered, and the mark of a quantifier that takes as little as it can. */
const patternPieces = /\\[\s\S]|\[\^?\]?(?:\\[\s\S]|[^\]\\])*\]|\(\?:|([*+?}])\?/g

/** Without the groups and quantifiers that are not known there; whether a text matches does not depend on them. */
const plainPattern = (written: string): string =>
  written.replaceAll(patternPieces, (piece, quantifier: string | undefined) =>
    piece === '(?:' ? '(' : (quantifier ?? piece),
  )

/** Zeros, which count nothing, stand where a shorter number has no digit. */
function luhnSum(value: string): string {
  const reversed = `concat(reverse(replace(replace(${value}, ' ', ''), '-', '')), '${'0'.repeat(19)}')`
  return luhnTerms((place, order) => `charindex(substr(${reversed}, ${place}, 1), '${order}')`)
}
