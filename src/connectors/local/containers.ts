import { RunFailure } from '../../kernel/errors.ts'
import type { Partition } from '../../model/container.ts'
import type { DiscoveredField } from '../../model/field.ts'
import type { DiscoveredContainer } from '../connector.ts'
import { duckdbFieldType } from '../duckdb/types.ts'
import { sentenceOnUtf8 } from './failures.ts'

/** A container that is listed and cannot be read, with the reason. */
export function unreadable(name: string, reason: string, partitions: Partition[]): DiscoveredContainer {
  return {
    name,
    container_type: 'file',
    table_type: null,
    unloadable: reason,
    fields: [],
    partitions,
  }
}

/** Of a container whose files hold nothing at all. */
export function empty(container: string): RunFailure {
  return new RunFailure(`"${container}" is empty: there is not even a header to find fields in.`)
}

/** Of a file with bytes that are not valid in UTF-8; `line` is from 1. */
export function notUtf8(file: string, line: number, cause: unknown): RunFailure {
  return new RunFailure(sentenceOnUtf8(file, line), { cause })
}

/** A field of a file; files do not say which of them may be NULL. */
export function fieldOf({
  name,
  native_type,
}: Pick<DiscoveredField, 'name' | 'native_type'>): DiscoveredField {
  return { name, type: duckdbFieldType(native_type), native_type, nullable: true }
}
