import { once } from 'node:events'
import { createServer, connect, type Socket } from 'node:net'

/**
 * The way in which a connection is broken: `reset` and `end` as a server that crashes or shuts down does, `silence` as a network that drops
 * everything, `nothing` not at all: that byte is only waited for.
 */
export type Breakage = 'reset' | 'end' | 'silence' | 'nothing'

/** A network between a client and a server that can be broken at any byte. */
export interface CutProxy {
  port: number
  /** Bytes from the server so far, over all connections. */
  bytes(): number
  /** Breaks the connection that hands over the n-th byte from now on, behind that byte; the others go on. */
  cutAfter(bytes: number, how: Breakage): void
  /** Resolves when that has happened. */
  cut: Promise<void>
  /** Breaks all connections now. */
  breakAll(how: Breakage): void
  /** While it is shut, all connections are reset, and new ones at once. */
  shut(isShut: boolean): void
  /** Resolves when no client holds a connection any more. */
  left(): Promise<void>
  close(): Promise<void>
}

interface Pair {
  client: Socket
  server: Socket
}

/** Forwards a free port of the loopback to the server. */
export async function cutProxy(host: string, port: number): Promise<CutProxy> {
  const pairs = new Set<Pair>()
  let passed = 0
  let isShut = false
  let plan: { at: number; how: Breakage; done: () => void } | null = null
  const listener = createServer((client) => {
    if (isShut) return client.resetAndDestroy()
    const pair = { client, server: connect(port, host) }
    pairs.add(pair)
    join(pair)
    client.once('close', () => pairs.delete(pair))
    pair.server.on('data', (data: Buffer) => {
      const until = plan && passed + data.length >= plan.at ? plan.at - passed : null
      passed += data.length
      client.write(until === null || plan?.how === 'nothing' ? data : data.subarray(0, until))
      if (plan === null || until === null) return
      const { how, done } = plan
      plan = null
      broken(pair, how)
      done()
    })
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  if (typeof address !== 'object' || address === null) throw new Error('The proxy has no port.')
  const proxy: CutProxy = {
    port: address.port,
    bytes: () => passed,
    cut: Promise.resolve(),
    cutAfter(bytes, how) {
      const { promise, resolve } = Promise.withResolvers<void>()
      plan = { at: passed + bytes, how, done: resolve }
      proxy.cut = promise
    },
    breakAll: (how) => [...pairs].forEach((pair) => broken(pair, how)),
    shut(to) {
      isShut = to
      if (isShut) proxy.breakAll('reset')
    },
    async left() {
      for (const { client } of pairs) if (!client.closed) await once(client, 'close')
    },
    async close() {
      for (const { client, server } of pairs) {
        client.destroy()
        server.destroy()
      }
      listener.close()
      await once(listener, 'close')
    },
  }
  return proxy
}

function join({ client, server }: Pair): void {
  client.on('data', (data) => server.write(data))
  client.once('close', () => server.destroy())
  server.once('end', () => client.end())
  client.on('error', () => client.destroy())
  // A server that breaks down resets its connections.
  server.on('error', () => client.resetAndDestroy())
}

function broken({ client, server }: Pair, how: Breakage): void {
  if (how === 'nothing') return
  server.removeAllListeners('data').removeAllListeners('end')
  client.removeAllListeners('data')
  if (how === 'silence') {
    // Data is read and dropped in both directions, and a reset is not passed on.
    server.removeAllListeners('error').on('error', () => server.destroy())
    client.resume()
    server.resume()
    return
  }
  if (how === 'reset') client.resetAndDestroy()
  else client.end()
  server.destroy()
}
