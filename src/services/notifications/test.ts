import { randomUUID } from 'node:crypto'
import type { Context } from '../../access/context.ts'
import { requireRole } from '../../access/require.ts'
import { undelivered, type Channel } from '../../channels/channel.ts'
import { TargetFailure } from '../../channels/outgoing.ts'
import { channels } from '../../channels/registry.ts'
import { fillWithExamples } from '../../channels/tokens.ts'
import { invalidMember } from '../../kernel/errors.ts'
import type { NotificationInput, NotificationTest } from '../../model/notification.ts'
import { askChoices } from './choices.ts'
import { checkChoices, readParameters } from './parameters.ts'
import { secretsOf, type Integrations } from '../../channels/integrations.ts'
import { maskedValue } from '../../kernel/masked.ts'

/** Manager. Sends a real notification, its tokens filled with examples. A target that refuses or is away is an answer, not an error. */
export async function testNotification(
  context: Context,
  input: NotificationInput,
): Promise<NotificationTest> {
  const channel = channels.find(input.type)
  if (!channel) {
    const known = channels.names().join(', ')
    throw invalidMember('type', `No notification channel is called "${input.type}"; known: ${known}.`)
  }
  const parameters = readParameters(channel, input.parameters ?? {})
  requireRole(context, 'Manager')
  checkChoices(channel, parameters, await askChoices(context, channel))
  const message = {
    text: fillWithExamples(input.tokenized_message, channel.plain),
    delivery_id: randomUUID(),
  }
  const { integrations } = context
  const outcome = await channel.deliver(message, parameters, integrations).catch((error: unknown) => {
    if (error instanceof TargetFailure) return undelivered(error.message)
    throw error
  })
  return {
    success: outcome.success,
    message: withholdSecrets(outcome.message, channel, parameters, integrations),
  }
}

/** Longer answers of targets are cut, characters. */
const longestMessage = 500

/** Characters. Shorter text stands in ordinary words, where leaving it out would spell it out. */
const shortestSecret = 4

/**
 * A sentence that may hold what a target answered, fit to be shown: one line, cut, and without the secrets among the parameters
 * and the settings, which a target could send back as it got them.
 */
function withholdSecrets(
  message: string,
  channel: Channel,
  parameters: Record<string, unknown>,
  integrations: Integrations,
): string {
  const given = channel.properties.filter(({ secret }) => secret).map(({ field }) => parameters[field])
  const shown = [...given, ...secretsOf(integrations)]
    .flatMap((secret) =>
      typeof secret === 'string' && secret.length >= shortestSecret ? spellingsOf(secret) : [],
    )
    .sort((one, other) => other.length - one.length)
    .reduce((text, secret) => text.replaceAll(secret, () => maskedValue), message)
  const line = shown.replaceAll(/\s+/g, ' ').trim()
  return line.length > longestMessage ? `${line.slice(0, longestMessage - 1)}…` : line
}

/** As it is, inside JSON, inside a URL. */
function spellingsOf(secret: string): string[] {
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]
}
