import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as it arrived; header names in small letters. */
interface Received {
  method: string
  path: string
  headers: IncomingMessage['headers']
  text: string
}

/** A web server that keeps what it is sent. */
export interface HttpSink {
  /** Without a slash at its end. */
  url: string
  port: number
  received: Received[]
  /** Sets the answer from now on (at first: 200 without text). */
  answer: (request: Received, response: ServerResponse) => void
  close(): Promise<void>
}

/** Listens on any free port of the address (default 127.0.0.1). */
export async function startHttpSink(address = '127.0.0.1'): Promise<HttpSink> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      const one = { method, path, headers, text: Buffer.concat(chunks).toString('utf8') }
      sink.received.push(one)
      sink.answer(one, response)
    })
  })
  server.listen(0, address)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const sink: HttpSink = {
    url: `http://${address}:${port}`,
    port,
    received: [],
    answer: (_request, response) => void response.end(),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return sink
}

/** An answer of this status with JSON, or with text as it is. */
export function answering(status: number, body: unknown): HttpSink['answer'] {
  return (_request, response) => {
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
  }
}
