import type { Context } from '../../access/context.ts'
import type { Channel, Choice } from '../../channels/channel.ts'
import type { Integrations } from '../../channels/integrations.ts'
import { TargetFailure } from '../../channels/outgoing.ts'

/** Choices by field; a field without any cannot be listed, and takes any text. */
export type Choices = Readonly<Record<string, readonly Choice[]>>

interface Recent {
  choices: Promise<Choices>
  /** Milliseconds since 1970. */
  asked: number
}

/** Seconds for which forms show the same choices: services outside limit how often they may be asked. */
const freshSeconds = 60
const recent = new WeakMap<Integrations, Map<string, Recent>>()

/** Asks the connected service now. One that does not answer is logged and lists nothing. */
export async function askChoices(
  { integrations, log }: Context,
  { choices, type }: Channel,
): Promise<Choices> {
  try {
    return (await choices?.(integrations)) ?? {}
  } catch (error) {
    if (!(error instanceof TargetFailure)) throw error
    log.warn({ channel: type, reason: error.message }, 'The choices of a notification channel are not known.')
    return {}
  }
}

/** The choices of the channel, at most a minute old. */
export async function recentChoices(context: Context, channel: Channel): Promise<Choices> {
  const { integrations, clock, store } = context
  const byType = recent.get(integrations) ?? new Map<string, Recent>()
  recent.set(integrations, byType)
  const now = (await clock.now(store.database)).getTime()
  const known = byType.get(channel.type)
  // Asked later than now: the clock was put back, and nobody knows how old they are.
  if (known && known.asked <= now && now < known.asked + freshSeconds * 1000) return known.choices
  const choices = askChoices(context, channel)
  byType.set(channel.type, { choices, asked: now })
  return choices
}
