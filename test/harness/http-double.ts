import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** Stands in the place of a server that is asked by HTTP, in clear, on a port of this machine that was free. */
export abstract class HttpDouble {
  /** 0 before it listens. */
  port = 0
  readonly #server = createServer((request, response) => void this.answer(request, response))

  async listen(): Promise<void> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    const address = this.#server.address()
    this.port = typeof address === 'object' && address !== null ? address.port : 0
  }

  /** Drops the connections that are open. */
  async close(): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
    await once(this.#server, 'close')
  }

  protected abstract answer(request: IncomingMessage, response: ServerResponse): Promise<void>
}
