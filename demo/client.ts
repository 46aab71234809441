/** Speaks to a service over HTTP as any program would: a base address and a token. */
export interface Client {
  get<Answer>(path: string): Promise<Answer>
  post<Answer>(path: string, body?: unknown): Promise<Answer>
  put<Answer>(path: string, body: unknown): Promise<Answer>
}

/** One page that holds the whole list: the demo's lists are short. */
export interface Items<Item> {
  items: Item[]
}

/** Every call throws a sentence with the service's own reason when it is refused. */
export function createClient(url: string, token: string): Client {
  async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const answer: unknown = text === '' ? null : JSON.parse(text)
    if (!response.ok)
      throw new Error(`${method} ${path} was answered with ${response.status}: ${reason(answer)}`)
    // The shapes are those of /api/openapi.json; a demo that reads past them fails on the spot.
    return answer as Answer
  }
  return {
    get: (path) => ask('GET', path),
    post: (path, body) => ask('POST', path, body),
    put: (path, body) => ask('PUT', path, body),
  }
}

function reason(answer: unknown): string {
  const { detail } = answer as { detail: string | { msg: string }[] }
  return typeof detail === 'string' ? detail : detail.map(({ msg }) => msg).join(' ')
}
