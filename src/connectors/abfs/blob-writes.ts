import type { ListedObject, ObjectWrites } from '../objects/protocol.ts'

/** How the protocol of blobs writes objects: on the condition of an ETag, and large ones by a list of blocks. */
export const blobWrites: ObjectWrites = {
  headers: { 'x-ms-blob-type': 'BlockBlob' },
  condition: (found: ListedObject | null) => (found ? { 'If-Match': found.etag } : { 'If-None-Match': '*' }),
  parted: {
    most_parts: 50_000,
    begin: null,
    part: (id, number) => ({ method: 'PUT', query: { blockid: blockId(id, number), comp: 'block' } }),
    partOf: (id, number) => blockId(id, number),
    complete: (_id, parts) => ({
      method: 'PUT',
      query: { comp: 'blocklist' },
      document: `<?xml version="1.0" encoding="utf-8"?><BlockList>${parts.map((part) => `<Uncommitted>${part}</Uncommitted>`).join('')}</BlockList>`,
    }),
    // Blocks that are in no list are forgotten after a week, or with the next list.
    abort: () => null,
  },
}

/** All blocks of a blob have names of the same length; those of two uploads at once must differ. */
const blockId = (id: string, number: number): string =>
  Buffer.from(`${id}-${String(number).padStart(5, '0')}`).toString('base64')
