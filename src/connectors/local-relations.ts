import { closeSync, openSync, readSync } from 'node:fs'
import type { FileOptions } from '../model/container.ts'
import type { DiscoveredField } from '../model/field.ts'
import type { LocalFile } from './local-files.ts'
import { duckdbName, duckdbText, isWideDecimal } from './duckdb-types.ts'
import { misfitMark } from './local-failures.ts'
import type { TextLayout } from './separated-text.ts'
import { converted, readAs } from './text-types.ts'

type NamedType = Pick<DiscoveredField, 'name' | 'native_type'>

/** A file with the layout that its text has. */
export interface TextFile extends LocalFile {
  layout: TextLayout
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
  const nothing = fields.map(
    ({ name, native_type }) => `cast(null as ${castable(native_type)}) as ${duckdbName(name)}`,
  )
  return `(select ${names} from (select * from ${rows} union all by name select ${nothing.join(', ')} where false)) as rows_of`
}

/** The type by which DuckDB knows a field: it reads too wide a decimal as a floating number. */
const castable = (native_type: string): string => (isWideDecimal(native_type) ? 'DOUBLE' : native_type)

/** No rows at all, with the fields' types. */
export function nothing(fields: readonly NamedType[]): string {
  const items = fields.map(
    ({ name, native_type }) => `cast(null as ${castable(native_type)}) as ${duckdbName(name)}`,
  )
  return `(select ${items.join(', ')} where false) as rows_of`
}

/** Rows of separated text; files whose headers differ are joined by the names of their fields. */
export function textRows(
  files: readonly TextFile[],
  fields: readonly NamedType[],
  options: FileOptions,
): string {
  const types = new Map(fields.map((field) => [field.name.toLowerCase(), field.native_type]))
  const groups = [...Map.groupBy(files, ({ layout }) => JSON.stringify(layout)).values()]
  const sources = groups.map((group) => readCsv(group, types, options))
  const [only] = sources
  const names = files[0]?.layout.names ?? []
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
  const layout = files[0]?.layout ?? { delimiter: ',', hasHeader: false, skipped: 0, names: [] }
  const columns = layout.names.map((name) => ({ name, type: types.get(name.toLowerCase()) ?? 'VARCHAR' }))
  const settings = [
    paths(files),
    'auto_detect = false',
    `header = ${layout.hasHeader}`,
    ...(layout.skipped > 0 ? [`skip = ${layout.skipped}`] : []),
    `delim = ${duckdbText(layout.delimiter)}`,
    `quote = '"'`,
    `escape = ${duckdbText(options.escape_character ?? '"')}`,
    `nullstr = ''`,
    `columns = ${struct(columns)}`,
  ]
  if (options.treat_empty_as_null === false) {
    const texts = columns.filter(({ type }) => type === 'VARCHAR').map(({ name }) => duckdbText(name))
    settings.push(`force_not_null = [${texts.join(', ')}]`)
  }
  return fitting(files, columns, `read_csv(${settings.join(', ')})`)
}

/** Rows of JSON; values of mixed types are shown as text. */
export function jsonRows(files: readonly LocalFile[], fields: readonly NamedType[]): string {
  const columns = fields.map(({ name, native_type }) => ({ name, type: native_type }))
  return fitting(
    files,
    columns,
    `read_json(${paths(files)}, columns = ${struct(columns)}${jsonFormat(files)})`,
  )
}

/** The source with what it read as text only to try it turned into its type; a value that does not fit is an error. */
function fitting(
  files: readonly LocalFile[],
  columns: readonly { name: string; type: string }[],
  source: string,
): string {
  const items = columns.map(({ name, type }) => fittingItem(files, columns, name, type))
  if (items.every((item, index) => item === duckdbName(columns[index]?.name ?? ''))) return source
  return `(select ${items.join(', ')} from ${source}) as rows_of`
}

function fittingItem(
  files: readonly LocalFile[],
  columns: readonly { name: string }[],
  name: string,
  type: string,
): string {
  const value = duckdbName(name)
  if (type === 'JSON') return `${value} ->> '$' as ${value}`
  // DuckDB shows the path as a column, unless the file has one of that name.
  const hidden = columns.some((column) => column.name.toLowerCase() === 'filename')
  const [only] = files
  const path = files.length === 1 || hidden ? duckdbText(only?.path ?? '') : 'filename'
  const parts = [misfitMark, name, type].map((part) => duckdbText(part))
  const item = converted(value, type, `error(concat_ws(chr(31), ${parts.join(', ')}, ${path}, ${value}))`)
  return item === null ? value : `${item} as ${value}`
}

/** `isPart` when the container has files whose fields these may lack. */
export function parquetRows(
  files: readonly LocalFile[],
  fields: readonly NamedType[],
  isPart: boolean,
): string {
  return showing(fields, everyParquetColumn(files), isPart, withoutBounds)
}

/**
 * A floating field behind an operator that changes nothing and that DuckDB does not look through: it would take the
 * smallest and greatest value that the file notes for the truth, and most writers leave NaN out of them.
 */
function withoutBounds({ name, native_type }: NamedType): string {
  const value = duckdbName(name)
  // What DuckDB makes of such a decimal is not its value; only whether there is one is known.
  if (isWideDecimal(native_type))
    return `case when ${value} is not null then ${duckdbText(`${native_type} cannot be read`)} end as ${value}`
  return /^(?:FLOAT|DOUBLE)$/.test(native_type) ? `+${value} as ${value}` : value
}

/** Name and type of the fields of these files that are decimals of more than 38 digits. */
export function wideParquetDecimals(files: readonly LocalFile[]): string {
  return `select name, any_value(concat('DECIMAL(', precision, ',', scale, ')')) from parquet_schema(${paths(files)})
    group by name having min(precision) > 38 and count(precision) = count(*)`
}

/** What `describe` is asked about; it reads the metadata only. */
export function everyParquetColumn(files: readonly LocalFile[]): string {
  // Without it DuckDB skips row groups by bounds that leave NaN out; members of structs have nothing else against that.
  const settings = `can_have_nan = true${files.length > 1 ? ', union_by_name = true' : ''}`
  return `read_parquet(${paths(files)}, ${settings})`
}

/** What `describe` is asked about; it reads every value. Dates stay text: DuckDB would miss the offset of some of them. */
export function everyJsonColumn(files: readonly LocalFile[]): string {
  const never = `dateformat = 'no date %Y-%m-%d', timestampformat = 'no time %Y-%m-%d'`
  // Records of many members are records still, and no maps.
  const settings = `sample_size = -1, map_inference_threshold = 5000, ${never}${jsonFormat(files)}`
  return `read_json(${paths(files)}, ${settings}${files.length > 1 ? ', union_by_name = true' : ''})`
}

/** DuckDB does not look behind a byte order mark for what kind of JSON a file is. */
const jsonFormat = (files: readonly LocalFile[]): string =>
  files.every(({ path }) => startsWithMarkedArray(path)) ? `, format = 'array'` : ''

function startsWithMarkedArray(path: string): boolean {
  if (/\.gz$/i.test(path)) return false
  const file = openSync(path, 'r')
  try {
    const buffer = Buffer.alloc(1024)
    return /^\uFEFF\s*\[/.test(buffer.toString('utf8', 0, readSync(file, buffer)))
  } finally {
    closeSync(file)
  }
}

function paths(files: readonly LocalFile[]): string {
  const quoted = files.map(({ path }) => duckdbText(globless(path)))
  return quoted.length === 1 ? quoted.join('') : `[${quoted.join(', ')}]`
}

/** DuckDB reads a path as a glob: its special characters stand for themselves only inside brackets. */
export function globless(path: string): string {
  return path.replaceAll(/[*?[]/g, '[$&]')
}

function struct(columns: readonly { name: string; type: string }[]): string {
  return `{${columns.map(({ name, type }) => `${duckdbText(name)}: ${duckdbText(readAs(type))}`).join(', ')}}`
}
