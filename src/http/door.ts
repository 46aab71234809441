import { createServer, type RequestListener, type Server } from 'node:http'
import { errorCatalogue, messageOf } from '../kernel/errors.ts'

/**
 * The listening port, taken before the database starts: who comes too early is told so (503), and a port that is in use
 * stops the start at once.
 */
export interface Door {
  /** With the port that was taken. */
  url: string
  /** From here on, requests go to this handler. */
  open(handler: RequestListener): void
  /** Takes no new request and returns when the last answer is out; a second call returns at once. */
  stop(): Promise<void>
}

/** Port 0 takes any free one. Throws a sentence when the port cannot be taken. */
export async function takeDoor(host: string, port: number): Promise<Door> {
  let answer = tooEarly
  const server = createServer((request, response) => answer(request, response))
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', (error) => reject(new Error(sentence(error, host, port), { cause: error })))
  server.listen(port, host, resolve)
  await promise
  return {
    url: urlOf(server, host),
    open(handler) {
      answer = handler
    },
    stop: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeIdleConnections()
      }),
  }
}

const tooEarly: RequestListener = (_request, response) => {
  response.writeHead(503, { 'content-type': 'application/json; charset=utf-8', 'retry-after': '1' })
  response.end(JSON.stringify({ detail: 'The service is starting; try again shortly.', code: 'unavailable' }))
}

function urlOf(server: Server, host: string): string {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error(errorCatalogue.internal.sentence)
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`
}

function sentence(error: Error, host: string, port: number): string {
  const code = 'code' in error ? error.code : null
  if (code === 'EADDRINUSE') {
    return `The port ${port} of ${host} is in use. Stop the program that has it, or set ASSAY_PORT (0 takes any free one).`
  }
  if (code === 'EACCES') return `This account may not listen on port ${port}; set ASSAY_PORT to 1024 or more.`
  return `Nothing can listen on ${host}, port ${port} (${messageOf(error)}); correct ASSAY_HOST.`
}
