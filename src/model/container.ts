import type { ComputedField } from './computed-field.ts'
import type { DiscoveredField } from './field.ts'

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

/** The kinds that people make of other containers, and that no sync finds. */
export const computedTypes = ['computed_table', 'computed_file', 'computed_join'] as const
export type ComputedType = (typeof computedTypes)[number]

/** True for a container that a person has defined by SQL over others. */
export const isComputed = (type: ContainerType): type is ComputedType =>
  (computedTypes as readonly ContainerType[]).includes(type)

/** `changed`: the last sync found other fields. `inaccessible`: it did not find the container. `unloadable`: it could not read it. */
export const containerStatuses = ['available', 'changed', 'inaccessible', 'unloadable'] as const
export type ContainerStatus = (typeof containerStatuses)[number]

/** The way in which rows are recognised as new since the last scan: by a time or by an ever-growing value. */
export const incrementalTypes = ['last-modified', 'batch-value'] as const

/** The kind of a relation of a database. */
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

/** Settings of a file container, told by people; what is absent takes the default in brackets. Those of text are not obeyed by Parquet. */
export interface FileOptions {
  /** The first row holds the field names (default: found by looking). */
  has_header?: boolean
  /** One character (default: found by looking). */
  delimiter?: string
  /** One character, or empty for text without quotes (default `"`). */
  quote_character?: string
  /** One character (default: the quote itself, or a backslash where that is found). */
  escape_character?: string
  /** A name of the Encoding Standard, such as `windows-1252` or `utf-16le` (default: by byte order mark, else UTF-8). */
  encoding?: string
  /** Values that stand for NULL, beside the empty one (default none). */
  null_tokens?: string[]
  /** The character at the beginning of lines that hold no row (default: every line holds one). */
  comment?: string
  /** Lines before the header (default 0). */
  skip_lines?: number
  /** `.` or `,` (default `.`). */
  decimal_separator?: '.' | ','
  /** The form of dates beside ISO 8601, in the directives of strptime, such as `%d.%m.%Y` (default: ISO only). */
  date_format?: string
  /** Where the records of a JSON file stand, by names joined with dots, such as `data.items` (default: the root). */
  records_path?: string
  /** An empty value reads as NULL (default true). */
  treat_empty_as_null?: boolean
  /** Find types from the values rather than read everything as String (default true). */
  infer_datatypes?: boolean
}

/** The format of the first file of a container at the last sync; null where it does not apply. */
export interface FileLayout {
  format: 'separated' | 'json' | 'parquet'
  encoding: string | null
  delimiter: string | null
  quote_character: string | null
  escape_character: string | null
  comment: string | null
  skip_lines: number | null
  has_header: boolean | null
  line_end: string | null
  records_path: string | null
}

/** A container that a computed one reads, with the fields by which it is read. */
export interface ComputedSource extends ContainerReference {
  fields: readonly DiscoveredField[]
}

/** Which rows a join shows: those that meet, or also those of one side or both that meet none; or, of the left side alone, those that meet some or none. */
export const joinTypes = ['inner', 'left', 'right', 'outer', 'left_semi', 'left_anti'] as const
export type JoinType = (typeof joinTypes)[number]

/** One side of a join. */
export interface JoinSide {
  datastore_id: number
  source: ComputedSource
  /** Stands before the names of its columns, with an underscore. */
  prefix: string
  join_field: string
  /** The table that has its rows where they had to be copied. */
  staged_as: string
}

/** Clauses over the rows of two containers that meet in a field of each. */
export interface JoinComputation {
  kind: 'computed_join'
  left: JoinSide
  right: JoinSide
  join_type: JoinType
  select_clause: string
  where_clause: string | null
  group_by_clause: string | null
  /** True when no one source has both sides, so that their rows are copied into a DuckDB first. */
  is_staged: boolean
}

/** What a computed container is made of, with the containers that it reads. */
export type Computation =
  | JoinComputation
  | { kind: 'computed_table'; query: string }
  | {
      kind: 'computed_file'
      source: ComputedSource
      select_clause: string
      where_clause: string | null
      group_by_clause: string | null
    }

/** The members that identify a container to its connector. */
export interface ContainerReference {
  /** Table name, or the file pattern such as `orders_*.csv`, relative to the datastore's root. */
  name: string
  container_type: ContainerType
  /** Settings for files; `{}` for tables. */
  file_options: FileOptions
  /** Null or left out: the source has it as it is. */
  computation?: Computation | null
  /** Fields that are computed from the others; empty or left out: none. */
  computed_fields?: readonly ComputedField[]
  /** Fields that people left out, and that are not read; empty or left out: none. */
  excluded_fields?: readonly string[]
}
