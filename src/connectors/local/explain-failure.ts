import { Aborted } from '../../kernel/errors.ts'
import { StatementFatal } from '../connector.ts'
import type { DuckdbProcess } from '../duckdb/process.ts'
import { duckdbName, duckdbText } from '../duckdb/types.ts'
import { notUtf8 } from './containers.ts'
import { MisfitFailure } from './failures.ts'
import { firstInvalidLine } from './invalid-text.ts'
import type { ReadableFiles } from './readable-files.ts'
import { jsonRows, textRows } from './relations.ts'

/** The sentence for what a file is to blame for; every other error as it is. */
export async function explainFailure(
  error: unknown,
  engine: DuckdbProcess,
  files: ReadableFiles,
): Promise<unknown> {
  if (error instanceof MisfitFailure) return located(error, engine, files)
  if (!(error instanceof StatementFatal)) return error
  // DuckDB breaks down over bytes that are not UTF-8 in text of which a statement needs some columns only; the files tell.
  for (const { file } of files.opened()) {
    // One that cannot be read now says nothing of its text.
    const line = await firstInvalidLine(file).catch(() => null)
    if (line !== null) return notUtf8(file.name, line, error)
  }
  return error
}

/** Says in which line or record the value that does not fit stands. */
async function located(error: MisfitFailure, engine: DuckdbProcess, files: ReadableFiles): Promise<unknown> {
  const { path, field, value } = error.misfit
  const found = files.find(path)
  if (!found) return error
  const texts = [{ name: field, native_type: 'VARCHAR' }]
  const rows = found.text ? textRows([found.text], texts, {}) : jsonRows([found.file], texts)
  try {
    const { rows: places } = await engine.read(
      `select min(place) from (select row_number() over () as place, ${duckdbName(field)} as value from ${rows})
       where value = ${duckdbText(value)}`,
    )
    const place = Number(places[0]?.[0])
    const where = found.text
      ? `line ${place + found.text.layout.linesBefore + (found.text.layout.hasHeader ? 1 : 0)}`
      : `record ${place}`
    return error.at(`The file "${found.file.name}", ${where},`)
  } catch (cause) {
    if (cause instanceof Aborted) return cause
    return error
  }
}
