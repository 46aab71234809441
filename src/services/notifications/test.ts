import { randomUUID } from 'node:crypto'
import type { Context } from '../../access/context.ts'
import { requireRole } from '../../access/require.ts'
import { undelivered } from '../../channels/channel.ts'
import { TargetFailure } from '../../channels/outgoing.ts'
import { channels } from '../../channels/registry.ts'
import { fillWithExamples } from '../../channels/tokens.ts'
import { invalidMember } from '../../kernel/errors.ts'
import type { NotificationInput, NotificationTest } from '../../model/notification.ts'
import { askChoices } from './choices.ts'
import { checkChoices, readParameters } from './parameters.ts'
import { withholdSecrets } from './withhold-secrets.ts'

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
    time: (await context.clock.now(context.store.database)).toISOString(),
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
