import { RunFailure } from '../../kernel/errors.ts'
import type { Place } from './place.ts'

/** An answer of the server that is no success. */
export interface Refusal {
  status: number
  /** The server's own word, such as `AccessDenied`; empty when it gave none. */
  code: string
  /** The region that the bucket is in, when the server says so. */
  region: string | null
}

/** A refusal in words for people; `code` and `status` are the server's. */
export class ObjectRefused extends RunFailure {
  readonly refusal: Refusal

  constructor(refusal: Refusal, place: Place, key: string | null) {
    super(sentenceOf(refusal, place, key))
    this.refusal = refusal
  }
}

/** What the server says is over in a moment. */
export const isBusy = ({ status, code }: Refusal): boolean =>
  status === 429 || status >= 500 || code === 'SlowDown' || code === 'RequestTimeout'

/** `key` null: a listing was asked for. The server's own sentences are left out: they quote signatures and addresses. */
function sentenceOf(
  { status, code, region }: Refusal,
  { title, bucket, prefix, region: signed }: Place,
  key: string | null,
): string {
  const object = key === null ? null : `The object "${key.slice(prefix.length)}"`
  if (status === 412)
    return `${object ?? 'An object'} was replaced while it was read; nothing of the new version was read. Run it again.`
  if (region !== null && region !== signed && [301, 307, 400].includes(status))
    return `The bucket "${bucket}" is in the region ${region}, and not in ${signed}: correct the parameter region of the connection.`
  switch (code) {
    case 'InvalidAccessKeyId':
      return `${title} does not know the access key of the connection. Correct access_key and secret_key.`
    case 'SignatureDoesNotMatch':
      return `${title} does not accept the signature: the secret_key of the connection does not belong to its access_key, or the region is another one.`
    case 'ExpiredToken':
    case 'TokenRefreshRequired':
    case 'InvalidToken':
      return `The credentials of the connection have expired. Give it new ones.`
    case 'RequestTimeTooSkewed':
      return `The clock of this machine differs too much from that of ${title}. Set it right.`
    case 'NoSuchBucket':
      return `There is no bucket "${bucket}". Correct the uri of the connection.`
    case 'InvalidObjectState':
      return `${object ?? 'An object'} is archived and cannot be read before it is restored.`
    default:
  }
  if (status === 403 && object === null)
    return `The credentials of the connection may not list the bucket "${bucket}". Allow them to (s3:ListBucket).`
  if (status === 403)
    return `${object} may not be read with the credentials of the connection. Allow them to (s3:GetObject).`
  if (status === 404)
    return object === null
      ? `There is no bucket "${bucket}". Correct the uri of the connection.`
      : `${object} is gone.`
  const word = /^\w{1,60}$/.test(code) ? ` (${code})` : ''
  return `${title} refused ${object === null ? `to list the bucket "${bucket}"` : `to hand over the object "${(key ?? '').slice(prefix.length)}"`} with status ${status}${word}.`
}
