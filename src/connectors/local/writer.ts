import { programFile } from '../../kernel/own-files.ts'
import type { SessionBounds } from '../connector.ts'
import { WritingProcess } from '../shared/writing-process.ts'
import type { Writer } from '../writer.ts'

/** Opens a writer of Parquet files in the folder, which people know by that name; throws RunFailure when it cannot be written. */
export const openLocalWriter = (
  folder: string,
  bounds: SessionBounds,
  known_as = 'enrichment folder',
): Promise<Writer> =>
  WritingProcess.open(
    { file: programFile('connectors/local/writing-child'), environment: {} },
    { path: folder, schema: null, known_as },
    bounds,
  )
