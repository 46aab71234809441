import { createRegistry, type Registry } from '../kernel/registry.ts'
import index from './index.generated.ts'
import type { Operation } from '../runs/operation.ts'

/** Every operation that can be triggered, by the `type` of its payload. */
export const operations: Registry<Operation> = createRegistry<Operation>(
  'operation',
  index,
  (operation) => operation.trigger,
)
