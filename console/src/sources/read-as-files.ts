import type { ContainerType } from '../api/api.generated.ts'

/** Containers that a computed file can read. */
export const readAsFiles: readonly ContainerType[] = ['file', 'computed_file']
