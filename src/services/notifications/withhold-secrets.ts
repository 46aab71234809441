import type { Channel } from '../../channels/channel.ts'
import { secretsOf, type Integrations } from '../../channels/integrations.ts'
import { maskedValue } from '../../kernel/masked.ts'

/** Longer answers of targets are cut, characters. */
const longestMessage = 500

/** Characters. Shorter text stands in ordinary words, where leaving it out would spell it out. */
const shortestSecret = 4
/** Characters. What is shorter in an address is taken for a word. */
const shortestToken = 12

/**
 * A sentence that may hold what a target answered, fit to be shown: one line, cut, and without the secrets among the parameters
 * and the settings, which a target could send back as it got them.
 */
export function withholdSecrets(
  message: string,
  channel: Channel,
  parameters: Record<string, unknown>,
  integrations: Integrations,
): string {
  const given = channel.properties.filter(({ secret }) => secret).map(({ field }) => parameters[field])
  const { username, url } = parameters
  const secrets = [...given, ...secretsOf(integrations)]
  const shown = [...secrets, ...[url, ...secrets].flatMap(placesIn)]
    .flatMap((secret) =>
      typeof secret === 'string' && secret.length >= shortestSecret ? spellingsOf(secret, username) : [],
    )
    .sort((one, other) => other.length - one.length)
    .reduce((text, secret) => text.replaceAll(secret, () => maskedValue), message)
  const line = shown.replaceAll(/\s+/g, ' ').trim()
  return line.length > longestMessage ? `${line.slice(0, longestMessage - 1)}…` : line
}

/** As it is, inside JSON, inside a URL, and as basic authentication writes it behind the user name. */
function spellingsOf(secret: string, username: unknown): string[] {
  const basic = Buffer.from(`${typeof username === 'string' ? username : ''}:${secret}`).toString('base64')
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), basic]
}

/** Parts of an address in which services hide a token: the steps of its path and the values of its query, where they are long enough for one. */
function placesIn(url: unknown): string[] {
  const address = typeof url === 'string' ? URL.parse(url) : null
  if (address === null) return []
  return [...address.pathname.split('/'), ...address.searchParams.values()].filter(
    (part) => part.length >= shortestToken,
  )
}
