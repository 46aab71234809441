import type { FileOptions } from '../../model/container.ts'
import type { DiscoveredField } from '../../model/field.ts'
import type { NumberedRows } from '../../sql/ast.ts'
import { keyedNames, keyedValue } from './keyed-columns.ts'
import type { LocalFile } from './files.ts'
import { duckdbName, duckdbText, isWideDecimal } from '../duckdb/types.ts'
import { misfitMark } from './failures.ts'
import type { TextLayout } from './separated-text.ts'
import { converted, valueAs, readAs, type TextForms } from './text-types.ts'

type NamedType = Pick<DiscoveredField, 'name' | 'native_type'>

/** A file of separated text as the engine reads it; its `path` is the engine's. */
export interface TextFile extends LocalFile {
  real_path: string
  layout: TextLayout
}

/** A file of JSON as the engine reads it; its `path` is the engine's. */
export interface JsonFile extends LocalFile {
  encoding: string
  /** A byte order mark stands before its array; DuckDB does not look behind one for what kind of JSON a file is. */
  is_marked_array: boolean
}

/** Selects exactly the fields in their order; those that the rows do not have are NULL when `padded`. */
function showing(
  fields: readonly NamedType[],
  rows: string,
  padded: boolean,
  shown: (field: NamedType) => string = ({ name }) => duckdbName(name),
): string {
  const names = fields.map(shown).join(', ')
  if (!padded) return `(select ${names} from ${rows}) as rows_of`
  return `(select ${names} from (select * from ${rows} union all by name select ${nulls(fields)} where false)) as rows_of`
}

/** The type by which DuckDB knows a field: it reads too wide a decimal as a floating number. */
const castable = (native_type: string): string => (isWideDecimal(native_type) ? 'DOUBLE' : native_type)

/** No rows at all, with the fields' types. */
export function nothing(fields: readonly NamedType[]): string {
  return `(select ${nulls(fields)} where false) as rows_of`
}

/** A NULL for each field, with its type and its name. */
const nulls = (fields: readonly NamedType[]): string =>
  fields
    .map(({ name, native_type }) => `cast(null as ${castable(native_type)}) as ${duckdbName(name)}`)
    .join(', ')

/** Rows of separated text; files whose headers differ are joined by the names of their fields. */
export function textRows(
  files: readonly TextFile[],
  fields: readonly NamedType[],
  options: FileOptions,
): string {
  const types = new Map(fields.map((field) => [field.name.toLowerCase(), field.native_type]))
  const groups = [...Map.groupBy(files, ({ layout, is_gzip }) => JSON.stringify([layout, is_gzip])).values()]
  const sources = groups.map((group) => readCsv(group, types, options))
  const [only] = sources
  const names = [...(files[0]?.layout.names ?? []), ...keyedNames(files)]
  if (only !== undefined && sources.length === 1) {
    const isExact =
      names.length === fields.length && fields.every((field, index) => field.name === names[index])
    const known = new Set(names.map((name) => name.toLowerCase()))
    return isExact
      ? only
      : showing(fields, only, !fields.every((field) => known.has(field.name.toLowerCase())))
  }
  const joined = sources.map((source) => `select * from ${source}`).join(' union all by name ')
  return showing(fields, `(${joined})`, true)
}

function readCsv(files: readonly TextFile[], types: Map<string, string>, options: FileOptions): string {
  const [first] = files
  if (!first) return nothing([])
  const { delimiter, quote, escape, comment, hasHeader, skipped, lineEnd, names } = first.layout
  const columns = names.map((name) => ({ name, type: types.get(name.toLowerCase()) ?? 'VARCHAR' }))
  const tokens = options.null_tokens ?? []
  const keepsEmpty = options.treat_empty_as_null === false
  // Where empty values are none but tokens are, the engine would turn a token into an empty value.
  // Without tokens they arrive as NULL: DuckDB's own `force_not_null` takes another column once some are not asked for.
  const forms = {
    ...options,
    keeps_empty: keepsEmpty && tokens.length > 0,
    fills_empty: keepsEmpty && tokens.length === 0,
  }
  const settings = [
    paths(files),
    'auto_detect = false',
    `header = ${hasHeader}`,
    ...(skipped > 0 ? [`skip = ${skipped}`] : []),
    `delim = ${duckdbText(delimiter)}`,
    `quote = ${duckdbText(quote)}`,
    `escape = ${duckdbText(quote === '' ? '' : escape)}`,
    ...(comment === null ? [] : [`comment = ${duckdbText(comment)}`]),
    // Told, since DuckDB takes the first that it sees, also one within quotes.
    ...(lineEnd === null ? [] : [`new_line = ${duckdbText(lineEnds[lineEnd])}`]),
    compressionOf(files),
    `nullstr = [${(forms.keeps_empty ? tokens : ['', ...tokens]).map((token) => duckdbText(token)).join(', ')}]`,
    'hive_partitioning = false',
    `columns = ${struct(columns, forms)}`,
  ]
  const keyed = keyedNames(files).map((name) => ({ name, type: types.get(name.toLowerCase()) ?? 'VARCHAR' }))
  return fitting(files, columns, `read_csv(${settings.join(', ')})`, forms, keyed)
}

/** As DuckDB wants them told. */
const lineEnds = { '\n': String.raw`\n`, '\r\n': String.raw`\r\n`, '\r': String.raw`\r` }

/** Rows of JSON; values of mixed types are shown as text. Its numbers have a decimal point, whatever is told of texts. */
export function jsonRows(
  files: readonly JsonFile[],
  fields: readonly NamedType[],
  { null_tokens = [], ...told }: TextForms & Pick<FileOptions, 'null_tokens'> = {},
): string {
  const forms: TextForms = { ...told, decimal_separator: '.', null_values: null_tokens }
  const shown = fields.map(({ name, native_type }) => ({ name, type: native_type }))
  const folders = new Set(keyedNames(files))
  const columns = shown.filter(({ name }) => !folders.has(name))
  const keyed = shown.filter(({ name }) => folders.has(name))
  // Folders alone do not tell how many records there are.
  const read = columns.length === 0 ? [{ name: keyed[0]?.name ?? '', type: 'VARCHAR' }] : columns
  const source = `read_json(${paths(files)}, columns = ${struct(read, forms)}${jsonFormat(files)})`
  return fitting(files, columns, source, forms, keyed)
}

/** Rows of JSON with the members as they are written. */
export function jsonValues(files: readonly JsonFile[], names: readonly string[]): string {
  const columns = names.map((name) => ({ name, type: 'JSON' }))
  return `read_json(${paths(files)}, columns = ${struct(columns, {})}${jsonFormat(files)})`
}

/** The source with what it read as text only to try it turned into its type; a value that does not fit is an error. */
function fitting(
  files: readonly LocalFile[],
  columns: readonly { name: string; type: string }[],
  source: string,
  forms: TextForms,
  keyed: readonly { name: string; type: string }[],
): string {
  const folders = new Set(keyed.map(({ name }) => name.toLowerCase()))
  const own = columns.filter(({ name }) => !folders.has(name.toLowerCase()))
  const values = valuesOnce(own, forms)
  const items = [
    ...own.map((column) => fittingItem(files, columns, column, forms, values.get(column.name)?.column)),
    ...keyed.map(({ name, type }) => keyedItem(name, type)),
  ]
  if (items.every((item, index) => item === duckdbName(columns[index]?.name ?? ''))) return source
  const read = [...values.values()].map(({ sql, column }) => `${sql} as ${column}`)
  // A select does not hand on by itself what DuckDB shows of the path.
  if (!showsName(columns)) read.unshift('filename')
  const from = values.size === 0 ? source : `(select *, ${read.join(', ')} from ${source})`
  return `(select ${items.join(', ')} from ${from}) as rows_of`
}

/** A value as its type, and the column in which it stands. */
interface OnceRead {
  sql: string
  column: string
}

/** The values of columns that are tried, by their names: each is turned into its type once, and its item names it several times. */
function valuesOnce(
  columns: readonly { name: string; type: string }[],
  forms: TextForms,
): Map<string, OnceRead> {
  const values = new Map<string, OnceRead>()
  if (columns.some(({ name }) => name.toLowerCase().startsWith(ownColumn))) return values
  for (const [index, { name, type }] of columns.entries()) {
    const sql = valueAs(readText(name, forms), type, forms)
    if (sql !== null) values.set(name, { sql, column: `${ownColumn}${index}` })
  }
  return values
}

/** How columns begin that stand in no file. */
const ownColumn = 'assay_value_'

function keyedItem(name: string, type: string): string {
  const value = keyedValue(name)
  const parts = [misfitMark, name, type].map((part) => duckdbText(part))
  const otherwise = `error(concat_ws(chr(31), ${parts.join(', ')}, filename, ${value}))`
  return `${converted(value, type, {}, otherwise) ?? value} as ${duckdbName(name)}`
}

function fittingItem(
  files: readonly LocalFile[],
  columns: readonly { name: string }[],
  { name, type }: { name: string; type: string },
  forms: TextForms,
  read?: string,
): string {
  const value = duckdbName(name)
  if (forms.fills_empty === true && type === 'VARCHAR') return `coalesce(${value}, '') as ${value}`
  const besides = (text: string): string => withoutTokens(text, forms.null_values ?? [])
  if (type === 'JSON') return `${besides(`(${value} ->> '$')`)} as ${value}`
  if (type === 'VARCHAR' && besides(value) !== value) return `${besides(value)} as ${value}`
  const [only] = files
  const path = files.length === 1 || showsName(columns) ? duckdbText(only?.path ?? '') : 'filename'
  const parts = [misfitMark, name, type].map((part) => duckdbText(part))
  const item = converted(
    readText(name, forms),
    type,
    forms,
    `error(concat_ws(chr(31), ${parts.join(', ')}, ${path}, ${value}))`,
    read,
  )
  return item === null ? value : `${item} as ${value}`
}

/** True where the file has a column of the name in which DuckDB shows the path elsewhere. */
const showsName = (columns: readonly { name: string }[]): boolean =>
  columns.some(({ name }) => name.toLowerCase() === 'filename')

/** A text that is tried, NULL where it stands for no value. */
function readText(name: string, { keeps_empty, null_values = [] }: TextForms): string {
  const value = duckdbName(name)
  return withoutTokens(keeps_empty ? `nullif(${value}, '')` : value, null_values)
}

/** The text, NULL for those that stand for no value. */
function withoutTokens(text: string, tokens: readonly string[]): string {
  if (tokens.length === 0) return text
  return `case when ${text} in (${tokens.map((token) => duckdbText(token)).join(', ')}) then null else ${text} end`
}

/** Rows of Parquet files; `isPart` when the container has other files, whose fields these may lack. */
export function parquetRows(
  files: readonly LocalFile[],
  fields: readonly NamedType[],
  isPart: boolean,
): string {
  const folders = new Set(keyedNames(files))
  const keyed = fields.filter(({ name }) => folders.has(name))
  if (keyed.length === 0) return showing(fields, everyParquetColumn(files), isPart, withoutBounds)
  const hidden = keyed.map(({ name }) => duckdbText(name)).join(', ')
  const items = [
    `columns(lambda c: c not in (${hidden}))`,
    ...keyed.map(({ name, native_type }) => keyedItem(name, native_type)),
  ]
  const rows = `(select ${items.join(', ')} from ${everyParquetColumn(files)})`
  return showing(fields, rows, isPart, withoutBounds)
}

/** DuckDB's own name of the number of a row in its file. */
const rowNumber = 'file_row_number'

/** The rows of one file with their numbers in it; undefined where a field has the name of the number, or comes from folders. */
export function numberedParquetRows(file: LocalFile, fields: readonly NamedType[]): NumberedRows | undefined {
  const columns = fields.map(({ name }) => name)
  const isTaken = columns.some((name) => name.toLowerCase() === rowNumber)
  if (isTaken || keyedNames([file]).length > 0) return undefined
  const source = everyParquetColumn([file], `, ${rowNumber} = true`)
  const sql = showing([...fields, { name: rowNumber, native_type: 'BIGINT' }], source, false, withoutBounds)
  // By a list it passes over the row groups between the rows; of a column it would look at the least and the greatest number alone.
  return { sql, columns, number: rowNumber, found_by: 'list' }
}

/**
 * A floating field behind an operator that changes nothing and that DuckDB does not look through: it would take the
 * smallest and greatest value that the file notes for the truth, and most writers leave NaN out of them.
 */
function withoutBounds({ name, native_type }: NamedType): string {
  const value = duckdbName(name)
  // DuckDB's value for such a decimal is wrong; only its presence is known.
  if (isWideDecimal(native_type))
    return `case when ${value} is not null then ${duckdbText(`${native_type} cannot be read`)} end as ${value}`
  return /^(?:FLOAT|DOUBLE)$/.test(native_type) ? `+${value} as ${value}` : value
}

/** Name and type of the fields of these files that are decimals of more than 38 digits. */
export function wideParquetDecimals(files: readonly LocalFile[]): string {
  return `select name, any_value(concat('DECIMAL(', precision, ',', scale, ')')) from parquet_schema(${paths(files)})
    group by name having min(precision) > 38 and count(precision) = count(*)`
}

/** The relation for the `describe` of Parquet, which reads the metadata only; `more` are further settings. */
export function everyParquetColumn(files: readonly LocalFile[], more = ''): string {
  // Without it DuckDB skips row groups by bounds that leave NaN out; members of structs have nothing else against that.
  const settings = `can_have_nan = true, hive_partitioning = false${files.length > 1 ? ', union_by_name = true' : ''}`
  return `read_parquet(${paths(files)}, ${settings}${more})`
}

/** The relation for a first guess at the columns of JSON: only the first records are read. */
export function someJsonColumns(files: readonly JsonFile[]): string {
  return `read_json(${paths(files)}, sample_size = 200, map_inference_threshold = 5000${jsonFormat(files)})`
}

/** The relation for the `describe` of JSON, which reads every value. Dates stay text: DuckDB would miss the offset of some of them. */
export function everyJsonColumn(files: readonly JsonFile[]): string {
  const never = `dateformat = 'no date %Y-%m-%d', timestampformat = 'no time %Y-%m-%d'`
  // Records of many members are records still, and no maps.
  const settings = `sample_size = -1, map_inference_threshold = 5000, ${never}${jsonFormat(files)}`
  return `read_json(${paths(files)}, ${settings}${files.length > 1 ? ', union_by_name = true' : ''})`
}

function jsonFormat(files: readonly JsonFile[]): string {
  const settings = `, hive_partitioning = false, ${compressionOf(files)}`
  return files.every((file) => file.is_marked_array) ? `${settings}, format = 'array'` : settings
}

/** Told, since a link may have another extension than its file; only files that are all alike are read as one. */
function compressionOf(files: readonly LocalFile[]): string {
  if (files.every(({ is_gzip }) => is_gzip)) return `compression = 'gzip'`
  return `compression = ${files.some(({ is_gzip }) => is_gzip) ? `'auto'` : `'uncompressed'`}`
}

function paths(files: readonly LocalFile[]): string {
  const quoted = files.map(({ path }) => duckdbText(globless(path)))
  return quoted.length === 1 ? quoted.join('') : `[${quoted.join(', ')}]`
}

/** DuckDB reads a path as a glob: its special characters stand for themselves only inside brackets. */
export function globless(path: string): string {
  return path.replaceAll(/[*?[]/g, '[$&]')
}

function struct(columns: readonly { name: string; type: string }[], forms: TextForms): string {
  return `{${columns.map(({ name, type }) => `${duckdbText(name)}: ${duckdbText(readAs(type, forms))}`).join(', ')}}`
}
