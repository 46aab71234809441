import { Aborted, RunFailure } from '../../kernel/errors.ts'
import { bodyOf, type ObjectClient } from './client.ts'
import { ObjectRefused } from './refusals.ts'
import { parseXml, textIn, type Element } from './xml.ts'

/** An object as the server lists it. */
export interface ListedObject {
  /** The whole key. */
  key: string
  size_bytes: number
  last_modified: string
  /** With its quotes, as If-Match takes it. */
  etag: string
  /** Empty for the usual one. */
  storage_class: string
}

const mostPageBytes = 16 * 1024 * 1024
const mostTries = 4

/** All objects below the prefix of the place, page by page. */
export async function* listObjects(client: ObjectClient): AsyncGenerator<ListedObject> {
  const seen = new Set<string>()
  let token = ''
  do {
    const page = await pageOf(client, token)
    for (const element of page.children.get('Contents') ?? []) yield objectOf(element)
    token = textIn(page, 'IsTruncated') === 'true' ? textIn(page, 'NextContinuationToken') : ''
    if (seen.has(token)) throw new RunFailure('The server repeats a page of its listing without end.')
    if (token !== '') seen.add(token)
  } while (token !== '')
}

/** The first page, of one object: what a connection is tried with. */
export async function tryListing(client: ObjectClient): Promise<void> {
  await pageOf(client, '', 1)
}

async function pageOf(client: ObjectClient, token: string, count = 1000): Promise<Element> {
  const query = {
    ...(token !== '' && { 'continuation-token': token }),
    'encoding-type': 'url',
    'list-type': '2',
    'max-keys': String(count),
    prefix: client.place.prefix,
  }
  for (let tries = 1; ; tries += 1) {
    try {
      const page = parseXml(await bodyOf(await client.ask({ key: null, query }), mostPageBytes))
      if (textIn(page, 'KeyCount') !== '' || page.children.has('IsTruncated')) return page
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

function objectOf(element: Element): ListedObject {
  const modified = new Date(textIn(element, 'LastModified'))
  const storage_class = textIn(element, 'StorageClass')
  return {
    // In this encoding a plus sign stands for a space.
    key: decodeURIComponent(textIn(element, 'Key').replaceAll('+', ' ')),
    size_bytes: Number(textIn(element, 'Size')),
    last_modified: modified.toISOString(),
    etag: textIn(element, 'ETag'),
    storage_class,
  }
}
