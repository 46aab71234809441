import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../../access/context.ts'
import type { DiscoveredContainer } from '../../connectors/connector.ts'
import { encodingNamed } from '../../kernel/text-encoding.ts'
import { Aborted, invalidMember, RunFailure, ServiceError } from '../../kernel/errors.ts'
import type { ContainerChange } from '../../model/container-record.ts'
import type { FileOptions } from '../../model/container.ts'
import type { ContainerRow } from '../../store/containers.ts'
import { withSession } from '../datastores/open-session.ts'

/** Longest look at the files while a client waits for its answer, seconds. */
const patienceSeconds = 25

/** Settings that tables have too. */
const plainSettings = ['has_header', 'escape_character', 'treat_empty_as_null', 'infer_datatypes'] as const
const textSettings = [
  'delimiter',
  'quote_character',
  'encoding',
  'null_tokens',
  'comment',
  'skip_lines',
  'decimal_separator',
  'date_format',
  'records_path',
] as const

/** The stored settings with those of a change; null takes one away. Throws ServiceError `invalid` for what contradicts itself. */
export function changedFileOptions(row: ContainerRow, change: ContainerChange): FileOptions {
  const merged = [...plainSettings, ...textSettings].map((member) => {
    const value = change[member]
    return [member, value === undefined ? row.file_options[member] : value]
  })
  const options: FileOptions = Object.fromEntries(merged.filter(([, value]) => value != null))
  refuseUnfit(row, options)
  return options
}

function refuseUnfit(row: ContainerRow, options: FileOptions): void {
  const foreign = textSettings.find((member) => member in options)
  if (row.container_type !== 'file' && foreign !== undefined) {
    throw invalidMember(foreign, `"${row.name}" is no file; ${foreign} says how a file is written.`)
  }
  if (options.encoding !== undefined && encodingNamed(options.encoding) === null) {
    throw invalidMember(
      'encoding',
      `"${options.encoding}" is no encoding that is known here; name one of the Encoding Standard, such as utf-8, windows-1252, iso-8859-2, utf-16le or shift_jis.`,
    )
  }
  const { delimiter, quote_character, comment } = options
  if (delimiter !== undefined && delimiter === quote_character) {
    throw invalidMember('quote_character', 'The same character cannot both separate and quote values.')
  }
  if (comment !== undefined && (comment === delimiter || comment === quote_character)) {
    throw invalidMember('comment', 'A character that separates or quotes values cannot begin comments.')
  }
}

/**
 * The container as its files are with the new settings; the reason, as a sentence, when they could not be looked at; null
 * when the settings are those it has, or it is no file.
 */
export async function lookAgain(
  context: Context,
  row: ContainerRow,
  file_options: FileOptions,
): Promise<DiscoveredContainer | string | null> {
  if (row.container_type !== 'file' || isDeepStrictEqual(file_options, row.file_options)) return null
  const signal = AbortSignal.timeout(patienceSeconds * 1000)
  try {
    const found = await withSession(context, row.datastore_id, signal, async (session) =>
      session.discoverOne?.(row.name, { file_options, fields: [] }),
    )
    return found ?? null
  } catch (error) {
    if (error instanceof Aborted) return `reading them takes more than ${patienceSeconds} seconds.`
    if (error instanceof RunFailure || error instanceof ServiceError) return error.message
    throw error
  }
}
