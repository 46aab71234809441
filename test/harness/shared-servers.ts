import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, get } from 'node:http'
import { text } from 'node:stream/consumers'

/** A server that tests share; `url` is its owner's. */
export interface SharedServer {
  url: string
  stop(): Promise<void>
}

/** The program that starts a server of each kind. */
export type Starters = Record<'postgresql' | 'mariadb', () => Promise<SharedServer>>

/** Tells test processes where the servers are, and starts each for the first one that asks. Its `stop` stops those that run. */
export async function shareServers(starters: Starters): Promise<SharedServer> {
  const running = new Map<string, Promise<SharedServer>>()
  // Their owners' passwords are told, so another account of this machine must not guess the address.
  const secret = randomBytes(16).toString('hex')
  const broker = createServer(async (request, response) => {
    const [, said, kind = ''] = request.url?.split('/') ?? []
    const start = Object.entries(starters).find(([name]) => name === kind)?.[1]
    if (said !== secret || !start) return response.writeHead(404).end()
    const starting = running.get(kind) ?? start()
    running.set(kind, starting)
    try {
      response.end((await starting).url)
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  }).listen(0, '127.0.0.1')
  await once(broker, 'listening')
  const address = broker.address()
  const port = typeof address === 'object' ? address?.port : 0
  return {
    url: `http://127.0.0.1:${port}/${secret}`,
    async stop() {
      broker.close()
      const ended = [...running.values()].map(async (starting) => (await starting).stop())
      await Promise.allSettled(ended)
    },
  }
}

/** The server of this kind that `npm test` shares, null when this process was not started by it. */
export function sharedServer(kind: keyof Starters): Promise<SharedServer> | null {
  const broker = process.env['ASSAY_TEST_SERVERS']
  return broker ? ask(`${broker}/${kind}`) : null
}

async function ask(address: string): Promise<SharedServer> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  // No connection stays open: the process ends when its tests have.
  get(address, { agent: false }, (response) => {
    text(response).then(
      (said) => (response.statusCode === 200 ? resolve(said) : reject(new Error(said))),
      reject,
    )
  }).once('error', reject)
  return { url: await promise, stop: async () => undefined }
}
