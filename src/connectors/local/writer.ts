import { programFile } from '../../kernel/own-files.ts'
import type { SessionBounds } from '../connector.ts'
import { WritingProcess } from '../shared/writing-process.ts'
import type { Writer } from '../writer.ts'

/** Opens a writer of Parquet files in the folder; throws RunFailure when it cannot be written. */
export const openLocalWriter = (folder: string, bounds: SessionBounds): Promise<Writer> =>
  WritingProcess.open(
    { file: programFile('connectors/local/writing-child'), environment: {} },
    { path: folder, schema: null },
    bounds,
  )
