import { createRegistry, type Registry } from '../kernel/registry.ts'
import type { Connector } from './connector.ts'
import { exactColumns } from './shared/exact-columns.ts'
import index from './index.generated.ts'

/** Every kind of store this service can connect to, by the connection's `type`; their sessions answer with the columns asked for, or refuse. */
export const connectors: Registry<Connector> = createRegistry<Connector>(
  'connection type',
  index.map((connector) => ({
    ...connector,
    open: async (connection, target, bounds) =>
      exactColumns(await connector.open(connection, target, bounds)),
  })),
  (connector) => connector.type,
)
