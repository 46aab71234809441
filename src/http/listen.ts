import type { RunEnvironment } from '../runs/operation.ts'
import type { ListeningPort } from './listening-port.ts'
import { createServer, type ServerOptions } from './server.ts'

/** Starts to answer the requests that come through the port; stopping it ends the streams of events and waits for the answers under way. */
export async function listen(
  environment: RunEnvironment,
  port: ListeningPort,
  options: ServerOptions,
): Promise<{ url: string; stop(): Promise<void> }> {
  const server = await createServer(environment, options)
  await server.ready()
  port.open((request, response) => server.routing(request, response))
  return {
    url: port.url,
    async stop() {
      await environment.store.changes.stop()
      await environment.store.feed.stop()
      await port.stop()
      await server.close()
    },
  }
}
