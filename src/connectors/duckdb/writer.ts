import { programFile } from '../../kernel/own-files.ts'
import type { SessionBounds } from '../connector.ts'
import { WritingProcess } from '../shared/writing-process.ts'
import type { ReadableFiles, Writer } from '../writer.ts'

/**
 * Opens a writer of the database file, which takes rows of `reads`; `known_as` as in `WritingPlace`. Throws RunFailure when it cannot be
 * written.
 */
export const openDuckdbWriter = (
  path: string,
  schema: string,
  bounds: SessionBounds,
  reads: ReadableFiles | null,
  known_as?: string,
): Promise<Writer> =>
  WritingProcess.open(
    { file: programFile('connectors/duckdb/writing-child'), environment: {} },
    { path, schema, reads, ...(known_as !== undefined && { known_as }) },
    bounds,
  )
