import { Aborted, RunFailure } from '../../kernel/errors.ts'
import { bodyOf, type ObjectClient } from './client.ts'
import type { ListedObject, ListedPage } from './protocol.ts'
import { ObjectRefused } from './refusals.ts'
import { parseXml } from './xml.ts'

const mostPageBytes = 16 * 1024 * 1024
const mostTries = 4

/** All objects below the prefix of the place, page by page. */
export async function* listObjects(client: ObjectClient): AsyncGenerator<ListedObject> {
  const seen = new Set<string>()
  let token = ''
  do {
    const { objects, next } = await pageOf(client, token)
    yield* objects
    token = next
    if (seen.has(token)) throw new RunFailure('The server repeats a page of its listing without end.')
    if (token !== '') seen.add(token)
  } while (token !== '')
}

/** The first page, of one object: what a connection is tried with. */
export async function tryListing(client: ObjectClient): Promise<void> {
  await pageOf(client, '', 1)
}

async function pageOf(client: ObjectClient, token: string, most = 1000): Promise<ListedPage> {
  const { store } = client
  const query = store.listingQuery(token, most)
  for (let tries = 1; ; tries += 1) {
    try {
      const page = store.readListing(
        parseXml(await bodyOf(await client.ask({ key: null, query }), mostPageBytes)),
      )
      if (page !== null) return page
      throw new RunFailure(
        `What answers is no ${client.place.title}: correct the endpoint of the connection.`,
      )
    } catch (error) {
      if (
        error instanceof ObjectRefused ||
        error instanceof Aborted ||
        !client.isPassing(error) ||
        tries === mostTries
      )
        throw error
      await client.pause(tries)
    }
  }
}
