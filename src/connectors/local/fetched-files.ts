import type { LocalFile } from './files.ts'

/**
 * Brings files of another place to their paths in the session's scratch folder, each in the version that the listing named. A
 * file that was begun has its whole length, and zeros where nothing was brought yet. All methods throw RunFailure.
 */
export interface FetchedFiles {
  /** True when `begin` would bring nothing. */
  haveBegun(files: readonly LocalFile[]): boolean
  /** Brings the beginning of texts (256 KiB) and the footer of Parquet, from which their columns can be told. */
  begin(files: readonly LocalFile[]): Promise<void>
  /** Brings the files as a whole; they stay until scratch space is needed for others, or until the release. */
  complete(files: readonly LocalFile[]): Promise<void>
  /** Gives scratch space back; the files are not open any more. */
  release(): void
}
