import { duckdbText } from '../duckdb/types.ts'
import { keyedFolders } from './file-patterns.ts'

/** The value that Hive and Spark write instead of NULL. */
const nullFolder = '__HIVE_DEFAULT_PARTITION__'

/** The columns that the folders of every file name, such as `month` of `month=1/a.csv`. */
export function keyedNames(files: readonly { name: string }[]): string[] {
  const [first = [], ...others] = files.map(({ name }) => keyedFolders(name).map(({ key }) => key))
  return [...new Set(first)].filter((key) => others.every((keys) => keys.includes(key)))
}

/** The same with types: whole numbers and dates where every folder is one, else text. */
export function keyedColumns(files: readonly { name: string }[]): { name: string; native_type: string }[] {
  const folders = files.flatMap(({ name }) => keyedFolders(name))
  return keyedNames(files).map((name) => {
    const values = folders.filter(({ key, value }) => key === name && value !== nullFolder)
    return { name, native_type: typeOf(values.map(({ value }) => value)) }
  })
}

function typeOf(values: readonly string[]): string {
  if (values.length === 0) return 'VARCHAR'
  if (values.every((value) => /^(?:0|-?[1-9]\d{0,17})$/.test(value))) return 'BIGINT'
  return values.every((value) => /^\d{4}-\d{2}-\d{2}$/.test(value)) ? 'DATE' : 'VARCHAR'
}

/** The text that the folder of a row's file has for the column; the engine shows the file's path as `filename`. */
export function keyedValue(key: string): string {
  const pattern = `/${key.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)}=([^/]*)/`
  return `nullif(url_decode(regexp_extract(filename, ${duckdbText(pattern)}, 1)), ${duckdbText(nullFolder)})`
}
