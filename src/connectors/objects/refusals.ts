import { RunFailure } from '../../kernel/errors.ts'
import type { ObjectStore, Refusal } from './protocol.ts'

/** A refusal in words for people; `refusal` is the server's. */
export class ObjectRefused extends RunFailure {
  readonly refusal: Refusal

  constructor(refusal: Refusal, store: ObjectStore, key: string | null) {
    super(sentenceOf(refusal, store, key))
    this.refusal = refusal
  }
}

/** What the server says is over in a moment. */
export const isBusy = ({ status, code }: Refusal): boolean =>
  status === 429 || status >= 500 || code === 'SlowDown' || code === 'RequestTimeout'

/** `key` null: a listing was asked for. The server's own sentences are left out: they quote signatures and addresses. */
function sentenceOf(refusal: Refusal, store: ObjectStore, key: string | null): string {
  const { status, code } = refusal
  const { place, permissions } = store
  const { title, bucket, prefix } = place
  const object = key === null ? null : `The object "${key.slice(prefix.length)}"`
  if (status === 412)
    return `${object ?? 'An object'} was replaced while it was read; nothing of the new version was read. Run it again.`
  const special = store.sentenceOf(refusal, object)
  if (special !== null) return special
  if (status === 403 && object === null)
    return `The credentials of the connection may not list the bucket "${bucket}". Allow them to (${permissions.list}).`
  if (status === 403)
    return `${object} may not be read with the credentials of the connection. Allow them to (${permissions.read}).`
  if (status === 404)
    return object === null || code === 'NoSuchBucket'
      ? `There is no bucket "${bucket}". Correct the uri of the connection.`
      : `${object} is gone.`
  const word = /^\w{1,60}$/.test(code) ? ` (${code})` : ''
  return `${title} refused ${object === null ? `to list the bucket "${bucket}"` : `to hand over the object "${(key ?? '').slice(prefix.length)}"`} with status ${status}${word}.`
}
