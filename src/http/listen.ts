import type { RunEnvironment } from '../runs/operation.ts'
import type { Door } from './door.ts'
import { createServer, type ServerOptions } from './server.ts'

/** Starts to answer the requests that come through the door; stopping it ends the streams of events and waits for the answers under way. */
export async function listen(
  environment: RunEnvironment,
  door: Door,
  options: ServerOptions,
): Promise<{ url: string; stop(): Promise<void> }> {
  const server = await createServer(environment, options)
  await server.ready()
  door.open((request, response) => server.routing(request, response))
  return {
    url: door.url,
    async stop() {
      await environment.store.changes.stop()
      await door.stop()
      await server.close()
    },
  }
}
