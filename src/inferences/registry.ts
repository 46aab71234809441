import { createRegistry, type Registry } from '../kernel/registry.ts'
import index from './index.generated.ts'
import type { Inference } from './inference.ts'

/** Every way to find checks, by its name. */
export const inferences: Registry<Inference> = createRegistry<Inference>(
  'inference',
  index,
  ({ name }) => name,
)
