import type { FileOptions } from './container.ts'

/** A file of rows that a person gives to be judged, instead of those that a container has. */
export interface GivenFile {
  /** As the person calls it. */
  name: string
  format: 'csv' | 'json'
  /** How it is read. */
  file_options: FileOptions
}
