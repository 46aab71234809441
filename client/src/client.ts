import { endpoints, type Api } from './api.generated.ts'
import { RequestRefused, ServiceUnreachable } from './errors.ts'

/** Where a service is and who asks. */
export interface ClientOptions {
  /** With or without `/api` at the end; empty in a page that the service itself has sent. */
  url: string
  /** Null (the default) sends none, as in a browser that has a session. */
  token?: string | null
  /** What sends requests; default the one of the platform. */
  fetch?: typeof fetch
  /** What reads the text of an answer; default `JSON.parse`, which rounds numbers of more than 15 digits. */
  parse?: (text: string) => unknown
  /** What writes the text of a body; default `JSON.stringify`. */
  print?: (body: unknown) => string
}

/** Every request of the API as a function, and what they share. */
export interface Client extends Api {
  /** The address that all paths begin with, without `/api`. */
  readonly address: string
  /** One request by its path below `/api`. Throws `RequestRefused` or `ServiceUnreachable`. */
  send(method: string, path: string, init?: RequestInit): Promise<Response>
}

type Input = Readonly<Record<string, unknown>>

/** Makes a client; asks nothing yet. */
export function createClient(options: ClientOptions): Client {
  const address = options.url.replace(/\/+$/, '').replace(/\/api$/, '')
  const parse = options.parse ?? ((text: string): unknown => JSON.parse(text))
  const print = options.print ?? ((body: unknown): string => JSON.stringify(body))
  /** A connection may also break in the middle of an answer. */
  const reached = async <Result>(
    work: () => Promise<Result>,
    signal?: AbortSignal | null,
  ): Promise<Result> => {
    try {
      return await work()
    } catch (error) {
      if (signal?.aborted) throw error
      throw new ServiceUnreachable(address, error)
    }
  }
  const send: Client['send'] = async (method, path, init = {}) => {
    const headers = new Headers(init.headers)
    if (options.token) headers.set('authorization', `Bearer ${options.token}`)
    const request = options.fetch ?? fetch
    const answer = await reached(
      () => request(`${address}/api${path}`, { ...init, method, headers }),
      init.signal,
    )
    if (answer.ok) return answer
    const [bare = path] = path.split('?')
    const text = await reached(() => answer.text(), init.signal)
    throw new RequestRefused(`${method} ${bare}`, answer.status, text)
  }
  const calls = Object.entries(endpoints).map(([name, [method, path, query]]) => [
    name,
    async (input: Input = {}) => {
      const answer = await send(method, addressOf(path, query, input), bodyOf(input, print))
      const text = await reached(() => answer.text())
      if (text === '') return null
      return answer.headers.get('content-type')?.includes('json') ? parse(text) : text
    },
  ])
  // The table and the types are printed from one document.
  return { ...(Object.fromEntries(calls) as Api), address, send }
}

/** The path below `/api` with its parameters filled in, and the query. Lists are repeated, absent parameters left out. */
function addressOf(path: string, names: readonly string[], input: Input): string {
  const filled = path
    .replace(/^\/api/, '')
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])))
  const query = new URLSearchParams()
  for (const name of names) {
    for (const value of [input[name]].flat()) {
      if (value !== undefined && value !== null) query.append(name, String(value))
    }
  }
  return query.size === 0 ? filled : `${filled}?${query}`
}

function bodyOf({ body }: Input, print: (body: unknown) => string): RequestInit {
  if (body === undefined) return {}
  return { body: print(body), headers: { 'content-type': 'application/json' } }
}
