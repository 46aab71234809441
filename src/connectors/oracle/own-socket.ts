import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import dns from 'node:dns'
import { isIP, type Socket } from 'node:net'
import { ServiceError } from '../../kernel/errors.ts'
import { addressFault, isOwnAddress } from '../shared/hosts.ts'

/** Where a driver that makes its sockets itself may connect to. */
interface Address {
  host: string
  port: number
}

/** The sockets that were made for one connection: the last of them is its own. */
interface Made {
  sockets: Socket[]
  /** What the network said against the last of them; null: nothing. */
  failure: Error | null
  /** Why no further one may be made; null: it may. */
  refusal: Error | null
  /** Refuses the connection, whatever the driver still waits for. */
  refuse(reason: Error): void
  /** Judges each address before anything is sent to it. */
  judge(ip: string, port: number): Error | null
}

const connecting = new AsyncLocalStorage<Made>()
let isWatching = false

/**
 * Runs `connect`, whose driver offers no hook, and hands out the socket that it made. A socket that leads to another place than `address` is
 * ended: a server that sends its clients to another one would choose whom the service speaks to, and whether it does so over TLS.
 */
export async function withOwnSocket<Client>(
  address: Address,
  seconds: number,
  connect: () => Promise<Client>,
): Promise<{ client: Client; socket: Socket }> {
  watch()
  const known = new Set(await addressesOf(address.host))
  if ([...known].some((ip) => isOwnAddress(ip))) throw new ServiceError('invalid', addressFault)
  const refused = Promise.withResolvers<never>()
  const made: Made = {
    sockets: [],
    failure: null,
    refusal: null,
    refuse(reason) {
      made.refusal ??= reason
      end(made)
      refused.reject(reason)
    },
    judge(ip, port) {
      if (isOwnAddress(ip)) return new ServiceError('invalid', addressFault)
      return port === address.port && known.has(ip) ? null : new SentElsewhere()
    },
  }
  const late = Object.assign(new Error('it did not answer in time'), { code: 'ETIMEDOUT' })
  const timer = setTimeout(() => made.refuse(late), seconds * 1000)
  try {
    const client = await Promise.race([connecting.run(made, connect), refused.promise])
    const socket = made.sockets.at(-1)
    if (!socket || socket.destroyed) throw new Error('the server closed it')
    return { client, socket }
  } catch (error) {
    end(made)
    throw made.refusal ?? made.failure ?? error
  } finally {
    clearTimeout(timer)
  }
}

/** A listener that hands its clients on. */
class SentElsewhere extends Error {
  constructor() {
    super('it sends its clients to another server; give the name and the port of that one')
  }
}

function end(made: Made): void {
  for (const socket of made.sockets) socket.destroy()
}

/** Node tells of every socket that is made; those of others are made outside of `connecting`. */
function watch(): void {
  if (isWatching) return
  isWatching = true
  subscribe('net.client.socket', (message) => {
    const made = connecting.getStore()
    if (!made || typeof message !== 'object' || message === null || !('socket' in message)) return
    const socket = message.socket as Socket
    made.sockets.push(socket)
    made.failure = null
    socket.on('error', (error) => (made.failure = error))
    socket.on('connectionAttempt', (ip: string, port: number) => {
      const fault = made.refusal ?? made.judge(ip, port)
      // Not at once: Node goes on with the socket after it has told of the attempt.
      if (fault) process.nextTick(() => made.refuse(fault))
    })
  })
}

async function addressesOf(host: string): Promise<string[]> {
  if (isIP(host) !== 0) return [host]
  const { promise, resolve, reject } = Promise.withResolvers<dns.LookupAddress[]>()
  dns.lookup(host, { all: true }, (error, found) => (error ? reject(error) : resolve(found)))
  return (await promise).map(({ address }) => address)
}
