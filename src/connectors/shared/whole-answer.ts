import type { IncomingMessage } from 'node:http'

/** A server that stopped answering. */
export class SilentServer extends Error {}

/** A server that said nothing for as long as it is waited for. */
export class UnansweredRequest extends SilentServer {
  constructor() {
    super('The server did not answer.')
  }
}

/** A text as JSON, null where it is none. */
export function jsonOrNull(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

/** The whole body as text. Throws an Error when it is longer than that. */
export const bodyOf = async (answer: IncomingMessage, mostBytes: number): Promise<string> =>
  (await bytesOf(answer, mostBytes)).toString('utf8')

/** Pages of rows are shorter by far: what sends more has no end, or would take the memory of the service. */
const mostPageBytes = 256 * 1024 * 1024

/** The text of a page of an interface; `body` is what the answer unpacks to (default: itself). Throws as `bodyOf` does. */
export const pageText = async (
  answer: IncomingMessage,
  body: AsyncIterable<Buffer> = answer,
): Promise<string> => (await bytesOf(answer, mostPageBytes, body)).toString('utf8')

/** The whole body, likewise. */
export async function bytesOf(
  answer: IncomingMessage,
  mostBytes: number,
  body: AsyncIterable<Buffer> = answer,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > mostBytes) throw new Error('The answer is too long.')
    chunks.push(chunk)
  }
  if (!answer.complete) throw new SilentServer('The server closed the connection within its answer.')
  return Buffer.concat(chunks)
}
