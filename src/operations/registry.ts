import { createRegistry, type Registry } from '../kernel/registry.ts'
import type { Operation } from '../runs/operation.ts'
import index from './index.generated.ts'

/** These operations by the `type` of the payload that triggers them. */
export const registryOf = (operations: readonly Operation[]): Registry<Operation> =>
  createRegistry<Operation>('operation', operations, (operation) => operation.trigger)

/** Every operation of the service as it ships. */
export const operations: Registry<Operation> = registryOf(index)
