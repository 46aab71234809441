import { once } from 'node:events'
import { createServer, connect, type Socket } from 'node:net'

/**
 * The way in which a connection is broken: `reset` and `end` as a server that crashes or shuts down does, `silence` as a network that drops
 * everything, also that a side has left, `nothing` not at all: that byte is only waited for.
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
  /** Takes back what has not happened. */
  spare(): void
  /** Breaks all connections now. */
  breakAll(how: Breakage): void
  /** While it is shut, all connections are reset, and new ones at once. */
  shut(isShut: boolean): void
  /** While it swallows, all connections are silent, and new ones from their first byte. */
  swallow(isSwallowing: boolean): void
  /** Resolves when no client holds a connection any more. */
  left(): Promise<void>
  close(): Promise<void>
}

interface Pair {
  client: Socket
  server: Socket
  /** Passes on that the client has left. */
  leave(): void
}

/** Forwards a free port of the loopback to the server. */
export async function cutProxy(host: string, port: number): Promise<CutProxy> {
  const pairs = new Set<Pair>()
  const servers = new Set<Socket>()
  let passed = 0
  let isShut = false
  let isSwallowing = false
  let plan: { at: number; how: Breakage; done: () => void } | null = null
  const listener = createServer((client) => {
    if (isShut) return client.resetAndDestroy()
    const server = connect(port, host)
    const pair: Pair = { client, server, leave: () => server.destroy() }
    pairs.add(pair)
    servers.add(server)
    server.once('close', () => servers.delete(server))
    join(pair)
    client.once('close', () => pairs.delete(pair))
    server.on('data', (data: Buffer) => {
      const until = plan && passed + data.length >= plan.at ? plan.at - passed : null
      passed += data.length
      client.write(until === null || plan?.how === 'nothing' ? data : data.subarray(0, until))
      if (plan === null || until === null) return
      const { how, done } = plan
      plan = null
      broken(pair, how)
      done()
    })
    if (isSwallowing) broken(pair, 'silence')
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
    spare() {
      plan = null
    },
    breakAll: (how) => [...pairs].forEach((pair) => broken(pair, how)),
    shut(to) {
      isShut = to
      if (isShut) proxy.breakAll('reset')
    },
    swallow(to) {
      isSwallowing = to
      if (isSwallowing) proxy.breakAll('silence')
    },
    async left() {
      for (const { client } of pairs) if (!client.closed) await once(client, 'close')
    },
    async close() {
      for (const { client } of pairs) client.destroy()
      for (const server of servers) server.destroy()
      listener.close()
      await once(listener, 'close')
    },
  }
  return proxy
}

function join({ client, server, leave }: Pair): void {
  client.on('data', (data) => server.write(data))
  client.once('close', leave)
  server.once('end', () => client.end())
  client.on('error', () => client.destroy())
  // A server that breaks down resets its connections.
  server.on('error', () => client.resetAndDestroy())
}

function broken({ client, server, leave }: Pair, how: Breakage): void {
  if (how === 'nothing') return
  server.removeAllListeners('data').removeAllListeners('end')
  client.removeAllListeners('data')
  if (how === 'silence') {
    // Data is read and dropped in both directions, and neither side hears that the other has left.
    client.removeListener('close', leave)
    server.removeAllListeners('error').on('error', () => server.destroy())
    client.resume()
    server.resume()
    return
  }
  if (how === 'reset') client.resetAndDestroy()
  else client.end()
  server.destroy()
}
