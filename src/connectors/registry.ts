import { createRegistry, type Registry } from '../kernel/registry.ts'
import type { Connector } from './connector.ts'
import index from './index.generated.ts'

/** Every kind of store this service can connect to, by the connection's `type`. */
export const connectors: Registry<Connector> = createRegistry<Connector>(
  'connection type',
  index,
  (connector) => connector.type,
)
