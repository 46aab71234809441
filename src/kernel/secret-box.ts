import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts what must be stored but never shown: AES-256-GCM, a fresh nonce each time, bound to the row that it is stored in. */
export interface SecretBox {
  /** `boundTo` (e.g. `connection:7`) must be the same when opening, so that a text copied to another row does not open. */
  seal(plain: string, boundTo: string): string
  /** Throws when the key or `boundTo` is another, or the text was changed. */
  open(sealed: string, boundTo: string): string
  /** A key for another purpose, derived from the same secret, e.g. `token-signing`. */
  derive(purpose: string): Uint8Array
}

/** `secret` is any text with at least 32 characters of randomness; the working keys are derived from it by HKDF-SHA-256. */
export function createSecretBox(secret: string): SecretBox {
  const derive = (purpose: string) => new Uint8Array(hkdfSync('sha256', secret, 'assay', purpose, 32))
  const key = derive('stored-secrets')
  return {
    derive,
    seal(plain, boundTo) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(boundTo))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return `v1.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`
    },
    open(sealed, boundTo) {
      if (!sealed.startsWith('v1.')) throw new Error('This is not a sealed secret.')
      const bytes = Buffer.from(sealed.slice(3), 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(
        Buffer.from(boundTo),
      )
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    },
  }
}
