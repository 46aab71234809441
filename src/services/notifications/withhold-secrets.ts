import type { Channel } from '../../channels/channel.ts'
import { cut } from '../../kernel/cut.ts'
import type { Integrations } from '../../channels/integrations.ts'
import { maskedValue } from '../../kernel/masked.ts'

/** Longer answers of targets are cut, characters. */
const longestMessage = 500

/** Characters. Shorter text stands in ordinary words, where leaving it out would spell it out. */
const shortestSecret = 4
/** Characters of a value in the query of an address that may be a token; words such as `json` stay. */
const shortestQueryToken = 8
/** Characters of a step of a path that may be a token. */
const shortestPathToken = 16

/**
 * A sentence that may hold what a target answered, fit to be shown: one line, cut, and without the secrets among the parameters
 * and the settings, and the tokens in addresses, all of which a target could send back as it got them.
 */
export function withholdSecrets(
  message: string,
  channel: Channel,
  parameters: Record<string, unknown>,
  integrations: Integrations,
): string {
  const given = channel.properties.filter(({ secret }) => secret).map(({ field }) => parameters[field])
  const { secrets: known, addresses: shared = [], users: logins = [] } = integrations.secrets
  const secrets = [...given, ...known].filter(
    (secret) => typeof secret === 'string' && secret.length >= shortestSecret,
  ) as string[]
  const addresses = [parameters['url'], ...shared]
  const users = [parameters['username'], ...logins]
  const shown = [
    ...secrets,
    ...secrets.flatMap((secret) => encodedOf(secret, users)),
    ...addresses.flatMap(tokensOf),
  ]
    .flatMap(spellingsOf)
    .sort((one, other) => other.length - one.length)
    .reduce((text, secret) => text.replaceAll(secret, () => maskedValue), message)
  return cut(shown.replaceAll(/\s+/g, ' ').trim(), longestMessage)
}

/** As servers of the web and of mail get it in a login: by itself, and with the name of the user before it. */
function encodedOf(secret: string, users: readonly unknown[]): string[] {
  const names = users.filter((user) => typeof user === 'string')
  return [secret, ...names.flatMap((user) => [`${user}:${secret}`, `\0${user}\0${secret}`])].map((text) =>
    Buffer.from(text).toString('base64'),
  )
}

/** What may be a token in an address, as it is sent: its query, values of it, and long steps of its path. */
function tokensOf(address: unknown): string[] {
  const url = typeof address === 'string' ? URL.parse(address) : null
  if (!url) return []
  const values = url.search
    .slice(1)
    .split('&')
    .flatMap((pair) => pair.split('=').slice(1).join('='))
  return [
    url.search,
    ...values.filter(({ length }) => length >= shortestQueryToken),
    ...url.pathname.split('/').filter(({ length }) => length >= shortestPathToken),
  ].flatMap((token) => (token.length < shortestSecret ? [] : [token, ...decoded(token)]))
}

function decoded(token: string): string[] {
  try {
    return [decodeURIComponent(token)]
  } catch {
    return []
  }
}

/** As it is, inside JSON, inside a URL, inside a page. */
function spellingsOf(secret: string): string[] {
  const inPage = secret.replaceAll(/[&<>"']/g, (sign) => inPages[sign] ?? sign)
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), inPage]
}

const inPages: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
