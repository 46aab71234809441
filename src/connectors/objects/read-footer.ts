import type { ObjectClient } from './client.ts'
import { readPart, type ReadObject } from './read-range.ts'
import type { Part } from './remembered-parts.ts'

/** Of a Parquet file so much is read at first: the footer of most is shorter. */
const tailBytes = 64 * 1024

/** The footer of a Parquet object, in which its columns stand; of what is none the last bytes. Throws as `readRange` does. */
export async function readFooter(client: ObjectClient, object: ReadObject): Promise<Part[]> {
  const { size_bytes: to } = object
  const tail = await readPart(client, object, { from: Math.max(0, to - tailBytes), to })
  // The last eight bytes are the length of the footer and the mark of the format.
  const length = tail.bytes.length < 8 ? 0 : tail.bytes.readUInt32LE(tail.bytes.length - 8) + 8
  if (length <= tail.bytes.length || length > to) return [tail]
  return [await readPart(client, object, { from: to - length, to: tail.offset }), tail]
}
