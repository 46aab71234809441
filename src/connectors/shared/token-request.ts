import type { OutgoingHttpHeaders } from 'node:http'
import { RunFailure } from '../../kernel/errors.ts'
import { askIdentityServer, membersOf, tokenIn, type IdentityServer } from './identity-server.ts'
import type { Lasting } from './renewed.ts'

/** The token in the answer of a server of OAuth. Throws an Error when there is none. */
export const lastingTokenIn = (members: Record<string, unknown>): Lasting<string> => ({
  value: tokenIn(members, 'access_token'),
  lasts_ms: Number(members['expires_in']) * 1000,
})

/**
 * The token that a server of OAuth gives for what is in the form. Throws RunFailure with the sentence about the word of its refusal (empty: it
 * gave none), as the server's own sentences name accounts; and what `askIdentityServer` throws.
 */
export function askForToken(
  { path, ...server }: IdentityServer & { path: string },
  form: Readonly<Record<string, string>>,
  sentenceOf: (error: string) => string,
  ownHeaders: OutgoingHttpHeaders = {},
): Promise<Lasting<string>> {
  const headers = {
    'Content-Type': 'application/x-www-form-urlencoded',
    Accept: 'application/json',
    ...ownHeaders,
  }
  const body = new URLSearchParams(form).toString()
  return askIdentityServer(server, { method: 'POST', path, headers, body }, ({ status, text }) => {
    const members = membersOf(text)
    const { error } = members
    if (typeof error === 'string' || status === 401)
      throw new RunFailure(sentenceOf(typeof error === 'string' ? error : ''))
    if (status !== 200) throw new Error(`the answer has the status ${status}`)
    return lastingTokenIn(members)
  })
}
