import { once } from 'node:events'
import { createServer, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { calls } from '../../src/connectors/spark/protocol.ts'

/** What a call is answered with: a message, a status of HTTP, a status of gRPC with its words, or nothing at all. */
export type SparkAnswer = { message: Buffer } | { http: number } | { grpc: number; words: string } | 'silence'

/** The answer to a client that begins a session. */
export const begunSession: SparkAnswer = {
  message: calls.Config.answer.encode({ pairs: [], server_side_session_id: 'the session' }),
}

/** A server that speaks gRPC in clear and knows nothing of SQL; a call that it was given no answer for is met with silence. */
export class SparkDouble {
  readonly #server = createServer()
  readonly #sessions = new Set<ServerHttp2Session>()
  /** The names of the calls that came, in their order. */
  readonly asked: string[] = []
  /** By the names of the calls. */
  answers: Readonly<Record<string, SparkAnswer>> = {}

  constructor() {
    this.#server.on('session', (session) => {
      this.#sessions.add(session)
      session.once('close', () => this.#sessions.delete(session))
    })
    this.#server.on('stream', (stream: ServerHttp2Stream, headers) => {
      void this.#answer(stream, String(headers[':path']))
    })
  }

  async listen(): Promise<void> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  /** The members of a connection to it. */
  get connection() {
    const { port } = this.#server.address() as AddressInfo
    return { host: '127.0.0.1', port, username: 'assay', parameters: { sslmode: 'disable' } }
  }

  async close(): Promise<void> {
    for (const session of this.#sessions) session.destroy()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #answer(stream: ServerHttp2Stream, path: string): Promise<void> {
    stream.on('error', () => undefined)
    const name = path.slice(path.lastIndexOf('/') + 1)
    this.asked.push(name)
    const answer = this.answers[name] ?? 'silence'
    if (answer === 'silence') return
    await buffer(stream)
    const type = { 'content-type': 'application/grpc' }
    if ('http' in answer) {
      stream.respond({ ':status': answer.http, 'content-type': 'text/plain' })
      stream.end('the words of a stranger')
    } else if ('grpc' in answer) {
      const told = { 'grpc-status': String(answer.grpc), 'grpc-message': answer.words }
      stream.respond({ ':status': 200, ...type, ...told }, { endStream: true })
    } else {
      stream.respond({ ':status': 200, ...type }, { waitForTrailers: true })
      stream.once('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }))
      const head = Buffer.alloc(5)
      head.writeUInt32BE(answer.message.length, 1)
      stream.end(Buffer.concat([head, answer.message]))
    }
  }
}
