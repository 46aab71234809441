import { RunFailure } from '../../kernel/errors.ts'
import type { ObjectClient } from './client.ts'
import type { ListedObject, ListedPage, ObjectStore } from './protocol.ts'
import { parseXml } from './xml.ts'

/** An answer of success that holds no listing. */
export class OtherServer extends RunFailure {}

const mostPageBytes = 16 * 1024 * 1024

/** All objects whose keys begin so (default: those of the place), page by page of at most so many. */
export async function* listObjects(
  client: ObjectClient,
  prefix: string = client.place.prefix,
  most = 1000,
): AsyncGenerator<ListedObject> {
  const seen = new Set<string>()
  let token = ''
  do {
    const { objects, next } = await pageOf(client, prefix, token, most)
    yield* objects
    token = next
    if (seen.has(token)) throw new RunFailure('The server repeats a page of its listing without end.')
    if (token !== '') seen.add(token)
  } while (token !== '')
}

/** The object with this key; null when there is none. */
export async function findObject(client: ObjectClient, key: string): Promise<ListedObject | null> {
  // Of all keys that begin with this one it is the first.
  for await (const object of listObjects(client, key, 1)) return object.key === key ? object : null
  return null
}

/** The first page, of one object: what a connection is tried with. */
export async function tryListing(client: ObjectClient): Promise<void> {
  await pageOf(client, client.place.prefix, '', 1)
}

async function pageOf(
  client: ObjectClient,
  prefix: string,
  token: string,
  most: number,
): Promise<ListedPage> {
  const { store } = client
  const query = store.listingQuery(prefix, token, most)
  const { text } = await client.askText({ key: null, query }, mostPageBytes)
  const page = pageIn(store, text)
  if (page !== null) return page
  throw new OtherServer(`What answers is no ${client.place.title}: correct the endpoint of the connection.`)
}

/** Null for what is no listing. */
function pageIn({ readListing }: ObjectStore, text: string): ListedPage | null {
  try {
    return readListing(parseXml(text))
  } catch {
    return null
  }
}
