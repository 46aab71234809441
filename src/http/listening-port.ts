import { createServer, STATUS_CODES, type RequestListener, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { errorCatalogue, messageOf } from '../kernel/errors.ts'

/**
 * The port of the API, opened before the database starts: early requests get 503, and a port that is in use ends the start
 * at once.
 */
export interface ListeningPort {
  /** With the port that was taken. */
  url: string
  /** From here on, requests go to this handler. */
  open(handler: RequestListener): void
  /** Takes no new request and returns when the last answer is out; a second call returns at once. */
  stop(): Promise<void>
}

/** Port 0 takes any free one. Throws a sentence when the port cannot be taken. */
export async function takePort(host: string, port: number): Promise<ListeningPort> {
  let answer = tooEarly
  const server = createServer({ maxHeaderSize: mostHeaders }, (request, response) =>
    answer(request, response),
  )
  server.on('clientError', refuseUnreadable)
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

/** Longest address and headers together, bytes: long lists of ids fit into a query. */
const mostHeaders = 64 * 1024

/** Answers input that is no HTTP, or too much of it, in the shape of every error before the connection ends. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const code = error.code === 'HPE_HEADER_OVERFLOW' ? 'headers_too_large' : 'malformed'
  const { status, sentence } = errorCatalogue[code]
  const detail = code === 'malformed' ? 'The request is not valid HTTP.' : sentence
  const body = JSON.stringify({ detail, code })
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
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
