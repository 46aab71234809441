import { programFile } from '../../kernel/own-files.ts'
import type { SessionBounds } from '../connector.ts'
import { WritingProcess } from '../shared/writing-process.ts'
import type { Writer } from '../writer.ts'

/** Opens a writer of the database file; throws RunFailure when it cannot be written. */
export const openSqliteWriter = (path: string, bounds: SessionBounds): Promise<Writer> =>
  WritingProcess.open(
    {
      file: programFile('connectors/sqlite/writing-child'),
      environment: { SQLITE_TMPDIR: bounds.scratch_folder },
    },
    { path, schema: null },
    bounds,
  )
