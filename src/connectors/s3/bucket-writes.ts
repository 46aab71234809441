import { textIn } from '../objects/xml.ts'
import type { ListedObject, ObjectWrites } from '../objects/protocol.ts'

/** How the protocol of S3 writes objects: on the condition of an ETag, and large ones by a multipart upload. */
export const bucketWrites: ObjectWrites = {
  headers: {},
  condition: (found: ListedObject | null) => (found ? { 'If-Match': found.etag } : { 'If-None-Match': '*' }),
  parted: {
    most_parts: 10_000,
    begin: { method: 'POST', query: { uploads: '' }, idOf: (answer) => textIn(answer, 'UploadId') },
    part: (id, number) => ({ method: 'PUT', query: { partNumber: String(number), uploadId: id } }),
    partOf: (_id, _number, { etag = '' }) => etag,
    complete: (id, parts) => ({ method: 'POST', query: { uploadId: id }, document: completion(parts) }),
    abort: (id) => ({ method: 'DELETE', query: { uploadId: id } }),
  },
}

function completion(etags: readonly string[]): string {
  const parts = etags.map(
    (etag, index) =>
      `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag.replaceAll('"', '&quot;')}</ETag></Part>`,
  )
  return `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join('')}</CompleteMultipartUpload>`
}
