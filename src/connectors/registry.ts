import { createRegistry, type Registry } from '../kernel/registry.ts'
import type { Connector, FilesEngine } from './connector.ts'
import { exactColumns } from './shared/exact-columns.ts'
import index from './index.generated.ts'

/** Every kind of store this service can connect to, by the connection's `type`; their sessions answer with the columns asked for, or refuse. */
export const connectors: Registry<Connector> = createRegistry<Connector>(
  'connection type',
  index.map((connector) => ({
    ...connector,
    open: async (connection, target, bounds) =>
      exactColumns(await connector.open(connection, target, bounds)),
    ...(connector.files_engine && { files_engine: exact(connector.files_engine) }),
  })),
  (connector) => connector.type,
)

function exact(engine: FilesEngine): FilesEngine {
  return {
    ...engine,
    async evaluate(...asked) {
      const evaluation = await engine.evaluate(...asked)
      return 'session' in evaluation ? { session: exactColumns(evaluation.session) } : evaluation
    },
  }
}
