import { StatementTooLarge } from '../connector.ts'

/** The refusal of a statement that needs more memory than an embedded engine has. */
export const tooLittleMemory = (memory_mb: number): StatementTooLarge =>
  new StatementTooLarge(
    `It needs more than the ${memory_mb} MiB of memory that the engine may use, which ASSAY_ENGINE_MEMORY_MB sets.`,
  )

/** The refusal of a statement for which there is no room to put aside what memory does not hold. */
export const tooLittleRoom = (): StatementTooLarge =>
  new StatementTooLarge('It needs more room than the disk below ASSAY_HOME has left.')
