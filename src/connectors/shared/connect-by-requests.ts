import { RunFailure, ServiceError } from '../../kernel/errors.ts'
import type { ConnectionValues, SessionBounds } from '../connector.ts'
import { hasNoTls } from './http-requests.ts'
import type { Closing } from './names-asked.ts'
import { isPassing, untilFirstAnswer } from './network-failures.ts'
import { connectToServer, type SocketBounds, type Tls } from './server-connection.ts'

/** The differences between servers that are asked by requests while a client gets to know one. */
interface RequestsKind<Requests extends Closing, Client> {
  /** What its servers are called. */
  title: string
  defaultPort: number
  /** What sends the requests; nothing is sent yet. */
  requests(tls: Tls): Requests | Promise<Requests>
  /** Asks the server for something, so that it is seen to be one of the kind and to let the account in; the signal is that of the time for it. */
  greet(requests: Requests, signal: AbortSignal): Promise<Client>
  /** True when a server of this kind gave the answer, and not the network or whatever else listens there. */
  isAnswer(error: unknown): boolean
}

/** A client of a server that has no connection but its requests, after the first of them; throws as `connectToServer` does. */
export const connectByRequests = <Requests extends Closing, Client>(
  connection: ConnectionValues,
  bounds: SocketBounds & Pick<SessionBounds, 'first_answer_seconds'>,
  { title, defaultPort, requests: begin, greet, isAnswer }: RequestsKind<Requests, Client>,
): Promise<Client> =>
  connectToServer(connection, bounds, {
    title,
    defaultPort,
    async connect(tls) {
      const requests = await begin(tls)
      const signal = untilFirstAnswer(bounds.first_answer_seconds)
      try {
        return await greet(requests, signal)
      } catch (error) {
        await requests.close()
        // An answer that stops in its middle would be told as a connection that the server closed.
        if (!isPassing(error)) signal.throwIfAborted()
        if (!(error instanceof RunFailure)) throw error
        // The account was not let in where it signs in, which may be another server than this one.
        const { message, retryable } = error
        throw new ServiceError('connection_failed', message, { cause: error, retryable })
      }
    },
    socketOf: (host) => host,
    hasNoTls,
    isAnswer,
  })
