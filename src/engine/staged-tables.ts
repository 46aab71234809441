import { join } from 'node:path'
import type { Session, SessionBounds } from '../connectors/connector.ts'
import connector from '../connectors/duckdb/connector.ts'
import { openDuckdbWriter } from '../connectors/duckdb/writer.ts'
import type { ReadableFiles, Writer } from '../connectors/writer.ts'

const fileIn = ({ scratch_folder }: SessionBounds): string => join(scratch_folder, 'staged.duckdb')

/** Writes tables into a database of its own in the scratch folder, which goes with that; it can take rows of `reads`. */
export const openStagedWriter = (bounds: SessionBounds, reads: ReadableFiles | null): Promise<Writer> =>
  openDuckdbWriter(fileIn(bounds), 'main', bounds, reads, 'copy of rows for a join')

/** Reads what `openStagedWriter` wrote there, once that writer is closed, as any DuckDB database is read. */
export const openStagedTables = (bounds: SessionBounds): Promise<Session> =>
  connector.open(
    { uri: fileIn(bounds) },
    { database: null, schema: null, root_path: null },
    { ...bounds, allowed_paths: [bounds.scratch_folder] },
  )
