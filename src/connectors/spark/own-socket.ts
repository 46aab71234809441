import type { Socket } from 'node:net'
import grpc from '@grpc/grpc-js'

type SecureConnector = ReturnType<grpc.ChannelCredentials['_createSecureConnector']>

/**
 * Credentials that know the socket of their client. A client that is closed while it connects forgets its socket, and one to a server that says nothing
 * would stay open for ever. They are equal to no others, so that no other client has the same connection.
 */
export class OwnSocket extends grpc.ChannelCredentials {
  readonly #credentials: grpc.ChannelCredentials
  #socket: Socket | null = null
  #isLeft = false

  constructor(credentials: grpc.ChannelCredentials) {
    super()
    this.#credentials = credentials
  }

  override _isSecure(): boolean {
    return this.#credentials._isSecure()
  }

  override _equals(other: grpc.ChannelCredentials): boolean {
    return this === other
  }

  override _createSecureConnector(
    ...given: Parameters<grpc.ChannelCredentials['_createSecureConnector']>
  ): SecureConnector {
    const connector = this.#credentials._createSecureConnector(...given)
    return {
      connect: (socket) => {
        this.#socket = socket
        if (this.#isLeft) socket.destroy()
        return connector.connect(socket)
      },
      waitForReady: () => connector.waitForReady(),
      getCallCredentials: () => connector.getCallCredentials(),
      destroy: () => connector.destroy(),
    }
  }

  /** Drops the connection, also one that is only being made. */
  leave(): void {
    this.#isLeft = true
    this.#socket?.destroy()
  }
}
