import type { Environment } from '../../access/context.ts'
import type { ScanRequest } from '../../engine/check.ts'
import { trackingOf, type ScannedContainer } from '../../store/scanned-containers.ts'
import { stagingBounds } from './staging.ts'

/** The members of a request that describe a container as its last sync left it, and the bounds of the work on it. */
type ContainerRequest = Pick<
  ScanRequest,
  | 'container'
  | 'known_fields'
  | 'masked_fields'
  | 'incremental_field'
  | 'last_modified'
  | 'tracking'
  | 'staging'
>

/** What scans and trials of a check ask of the engine alike. */
export function containerRequest(
  environment: Pick<Environment, 'sources'>,
  { container, fields, masked_fields }: ScannedContainer,
  signal: AbortSignal,
): ContainerRequest {
  const { name, container_type, file_options, computation, computed_fields, excluded_fields } = container
  return {
    container: {
      name,
      container_type,
      file_options,
      ...(computation !== null && { computation }),
      ...(computed_fields.length > 0 && { computed_fields }),
      ...(excluded_fields.length > 0 && { excluded_fields }),
    },
    known_fields: fields.map(({ name, type, native_type, nullable }) => ({
      name,
      type,
      native_type,
      nullable,
    })),
    masked_fields,
    incremental_field: container.incremental_field_name,
    last_modified: container.last_modified,
    tracking: trackingOf(container),
    staging: stagingBounds(environment, signal),
  }
}

/** The variables of checks as SQL: a text stands as it is, and JSON spells numbers and truths as SQL does. */
export function sqlOfVariables(
  variables: Readonly<Record<string, string | number | boolean>>,
): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, String(value)]))
}
