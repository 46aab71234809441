/**
 * The one who acts in the name of a user: the user at the machine of the service, a client with a token, a schedule or a flow
 * that the user owns, or an agent that the user gave a token. `id` is that of the token, the schedule or the flow.
 */
export type Actor = { kind: 'user' } | { kind: 'token' | 'schedule' | 'flow' | 'agent'; id: number }

/** The schedule that acts; null for every other actor. */
export function scheduleOf(actor: Actor): number | null {
  return actor.kind === 'schedule' ? actor.id : null
}
