import type { TObject } from 'typebox'
import type { Connector, ConnectionValues } from '../connector.ts'
import type { OpenStore } from './protocol.ts'

/** A kind of object store: what a connector says of itself, and how its servers are asked. */
interface Kind {
  type: string
  title: string
  untried: string
  /** With `uri`, which is required, and the members of its credentials. */
  connection: TObject
  meant?: NonNullable<Connector['meant']>
  /** Loaded when a place is opened, with the code that signs. */
  protocol(): Promise<OpenStore>
}

/** True when something else stands in the place of a pair of keys. */
const hasOtherCredentials = ({ parameters, credentials_payload }: ConnectionValues): boolean =>
  Boolean(credentials_payload) || (parameters?.['credentials'] ?? 'keys') !== 'keys'

/** The connector of a service whose objects are listed and fetched by HTTP. */
export function objectConnector({ protocol, ...kind }: Kind): Connector {
  return {
    ...kind,
    needs: (connection) => (hasOtherCredentials(connection) ? [] : ['access_key', 'secret_key']),
    store_type: 'dfs',
    requires: ['root_path'],
    takes: { root_path: 'anything' },
    async test(connection, target, bounds) {
      const { tryObjects } = await import('./open.ts')
      await tryObjects(await protocol(), connection, target, bounds)
    },
    async open(connection, target, bounds) {
      const { openObjects } = await import('./open.ts')
      return openObjects(await protocol(), connection, target, bounds)
    },
    async openWriter(connection, target, bounds) {
      const { openObjectWriter } = await import('./writer.ts')
      return openObjectWriter(await protocol(), connection, target, bounds)
    },
  }
}
