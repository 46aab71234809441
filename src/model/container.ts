/** The kinds of container; `table` covers views too (its `table_type` tells them apart). */
export const containerTypes = [
  'table',
  'view',
  'file',
  'computed_table',
  'computed_file',
  'computed_join',
] as const
export type ContainerType = (typeof containerTypes)[number]

/** `changed`: the last sync found other fields. `inaccessible`: it did not find the container. `unloadable`: it could not read it. */
export const containerStatuses = ['available', 'changed', 'inaccessible', 'unloadable'] as const
export type ContainerStatus = (typeof containerStatuses)[number]

/** What a relation of a database is. */
export const tableTypes = ['table', 'view'] as const
export type TableType = (typeof tableTypes)[number]

/** A part of a container that is read and judged on its own: one file of a file pattern, a range of a table, or the whole table. */
export interface Partition {
  /** Unique within the container: the file's path below the datastore's root, the range in words, or the table's name. */
  name: string
  /** Size in bytes where the store knows it, else null. */
  size_bytes: number | null
  /** Last modification, ISO 8601, where the store knows it, else null. */
  last_modified: string | null
}

/** Settings of a text-file container; absent members take the default in brackets. */
export interface FileOptions {
  /** First line holds the field names (default: found by sniffing). */
  has_header?: boolean
  /** One character (default `"`). */
  escape_character?: string
  /** An empty value reads as NULL (default true). */
  treat_empty_as_null?: boolean
  /** Find types from the values rather than read everything as String (default true). */
  infer_datatypes?: boolean
}

/** What identifies a container to its connector. */
export interface ContainerReference {
  /** Table name, or the file pattern such as `orders_*.csv`, relative to the datastore's root. */
  name: string
  container_type: ContainerType
  /** Settings for files; `{}` for tables. */
  file_options: FileOptions
}
