import { RunFailure } from '../../kernel/errors.ts'
import type { Act, ObjectStore, Refusal } from './protocol.ts'

/** A refusal in words for people; `refusal` is the server's. */
export class ObjectRefused extends RunFailure {
  readonly refusal: Refusal

  constructor(refusal: Refusal, store: ObjectStore, key: string | null, act: Act) {
    super(sentenceOf(refusal, store, key, act), { retryable: isBusy(refusal) })
    this.refusal = refusal
  }
}

/** Other refusals that are over in a moment; of bytes that changed or were lost on their way among them. */
const passing = new Set([
  'SlowDown',
  'RequestTimeout',
  'BadDigest',
  'Md5Mismatch',
  'XAmzContentSHA256Mismatch',
  'IncompleteBody',
])

/** What the server says is over in a moment. */
export const isBusy = ({ status, code }: Refusal): boolean =>
  status === 429 || (status >= 500 && status !== 501) || passing.has(code)

/** True for a refusal without the name that every store gives it: whatever stands in its place, or before it, may have given it. */
export const isNameless = ({ code }: Refusal): boolean => code === ''

const verbs: Record<Act, string> = { read: 'hand over', write: 'write', remove: 'remove' }
const participles: Record<Act, string> = { read: 'read', write: 'written', remove: 'removed' }

/** `key` null: a listing was asked for. The server's own sentences are left out: they quote signatures and addresses. */
function sentenceOf(refusal: Refusal, store: ObjectStore, key: string | null, act: Act): string {
  const { status, code } = refusal
  const { place, permissions } = store
  const { title, bucket, prefix } = place
  const object = key === null ? null : `The object "${key.slice(prefix.length)}"`
  if (status === 412 && act === 'read')
    return `${object ?? 'An object'} was replaced while it was read; nothing of the new version was read. Run it again.`
  const special = store.sentenceOf(refusal, object)
  if (special !== null) return special
  if (status === 403 && object === null)
    return `The credentials of the connection may not list the bucket "${bucket}". Allow them to (${permissions.list}).`
  if (status === 403)
    return `${object} may not be ${participles[act]} with the credentials of the connection. Allow them to (${permissions[act]}).`
  if (status === 501 && act !== 'read')
    return `${title} cannot keep others from writing ${object ?? 'an object'} at the same time (status 501), so that nothing was written. Use a server that knows conditional writes.`
  if (status === 404)
    return object === null || code === 'NoSuchBucket'
      ? `There is no bucket "${bucket}". Correct the uri of the connection.`
      : `${object} is gone.`
  const word = /^\w{1,60}$/.test(code) ? ` (${code})` : ''
  return `${title} refused ${object === null ? `to list the bucket "${bucket}"` : `to ${verbs[act]} the object "${(key ?? '').slice(prefix.length)}"`} with status ${status}${word}.`
}
