import { invalidMember } from '../../kernel/errors.ts'
import type { ContainerType, FileLayout, FileOptions } from '../../model/container.ts'
import type { GivenFile } from '../../model/given-file.ts'
import type { UploadedFile } from '../../model/uploaded-file.ts'
import { isArchive, isOldWorkbook, textOfSheet } from './sheet-text.ts'

/** The rows that a person gives: as records, or as a file. */
export interface WantedRows {
  /** A name for them; default that of the file, else `records.json`. */
  name?: string | null | undefined
  /** A list of rows, or its JSON text. */
  records?: string | readonly unknown[] | null | undefined
  file?: UploadedFile | null | undefined
  /** The sheet of a workbook; needed where it has several. */
  sheet?: string | null | undefined
  /** The encoding of separated text; default as the container is told, else found by looking. */
  encoding?: string | null | undefined
}

interface OfContainer {
  container_type: ContainerType
  file_options: FileOptions
  /** Null: it is no file of text. */
  file_layout: FileLayout | null
}

/** The rows as a file that the engine of files reads; 422 for anything else. */
export async function fileOf(
  wanted: WantedRows,
  container: OfContainer,
): Promise<GivenFile & { content: Buffer }> {
  const { records, file } = wanted
  if (file && records != null) throw invalidMember('records', 'Give a file or records, not both.')
  if (file) return fileOfUpload(file, wanted, container)
  if (records == null)
    throw invalidMember('records', 'Give the rows: `records`, or a `file` as multipart/form-data.')
  // The text of a list has the digits of its numbers, which it holds exactly.
  const text = typeof records === 'string' ? records : JSON.stringify(records)
  return fileOfRecords(text, wanted, container)
}

function fileOfRecords(
  records: string,
  { name }: WantedRows,
  { file_options, file_layout }: OfContainer,
): GivenFile & { content: Buffer } {
  const rows = parsed(records)
  if (!Array.isArray(rows)) throw invalidMember('records', 'It must be a list of rows.')
  if (rows.length === 0) throw invalidMember('records', 'It holds no rows.')
  const wrong = rows.findIndex((row) => typeof row !== 'object' || row === null || Array.isArray(row))
  if (wrong !== -1)
    throw invalidMember(['records', wrong], 'A row must be an object with the names of the fields.')
  if (rows.every((row: object) => Object.keys(row).length === 0))
    throw invalidMember('records', 'Its rows have no members.')
  // The other settings of files do not count: JSON writes numbers with a point, has an encoding of its own, and these records are its root.
  const { null_tokens = [], date_format, treat_empty_as_null = true } = file_options
  // Where the container is such a file, records that are made of its cells have an empty text where a cell is empty.
  const hasEmptyCells = file_layout?.format === 'separated' && treat_empty_as_null
  const options = {
    null_tokens: hasEmptyCells ? ['', ...null_tokens] : null_tokens,
    ...(date_format !== undefined && { date_format }),
  }
  return {
    name: name || 'records.json',
    format: 'json',
    file_options: options,
    content: Buffer.from(records, 'utf8'),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalidMember('records', 'It is not valid JSON.')
  }
}

async function fileOfUpload(
  file: UploadedFile,
  wanted: WantedRows,
  container: OfContainer,
): Promise<GivenFile & { content: Buffer }> {
  const name = wanted.name || file.name || 'rows.csv'
  if (file.content.length === 0) throw invalidMember('file', 'The file is empty.')
  if (isOldWorkbook(file.content))
    throw invalidMember(
      'file',
      'It is a workbook of an old form, or encrypted; save it as XLSX without a password.',
    )
  if (isArchive(file.content)) return fileOfWorkbook(name, file.content, wanted.sheet ?? null, container)
  if (wanted.sheet != null) throw invalidMember('sheet', 'The file is no workbook, so it has no sheets.')
  const { has_header = true, records_path: _json, ...options } = container.file_options
  const encoding = wanted.encoding ?? options.encoding
  return {
    name,
    format: 'csv',
    file_options: { ...options, has_header, ...(encoding !== undefined && { encoding }) },
    content: file.content,
  }
}

async function fileOfWorkbook(
  name: string,
  content: Buffer,
  sheet: string | null,
  { file_options: { null_tokens, date_format, treat_empty_as_null } }: OfContainer,
): Promise<GivenFile & { content: Buffer }> {
  const text = await textOfSheet(content, sheet)
  return {
    name,
    format: 'csv',
    file_options: {
      ...(null_tokens && { null_tokens }),
      ...(date_format !== undefined && { date_format }),
      ...(treat_empty_as_null !== undefined && { treat_empty_as_null }),
      has_header: true,
      delimiter: ',',
      quote_character: '"',
      escape_character: '"',
      encoding: 'utf-8',
    },
    content: Buffer.from(text, 'utf8'),
  }
}
