import { cut } from '../kernel/cut.ts'
import { undelivered, type MadeTicket, type Message, type Outcome } from './channel.ts'

/** Characters of the title of a ticket: systems take 160 at least. */
const longestTitle = 160

/** The first line of the message: the title of a ticket is one line. */
export function titleOf({ text }: Message): string {
  const line =
    text
      .trim()
      .split(/[\r\n]/, 1)[0]
      ?.trim() ?? ''
  return cut(line, longestTitle)
}

/** With a user name by Basic, else as a bearer token. */
export function authorization(username: string | null, secret: string): { authorization: string } {
  return {
    authorization:
      username === null
        ? `Bearer ${secret}`
        : `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}`,
  }
}

/** Without a slash at its end, as it is noted with tickets. */
export const siteOf = (url: string): string => url.replace(/\/+$/, '')

/** The JSON of an answer; an empty object for anything else, so that members are looked for and not found. */
export function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** The tickets of the message in this site, or what to say when there are none. */
export function ticketsAt(
  site: string,
  { tickets }: Message,
): { tickets: readonly MadeTicket[] } | { none: Outcome } {
  if (tickets === undefined)
    return { none: undelivered('There is no anomaly with a ticket to change, so nothing was sent.') }
  const own = tickets.filter((ticket) => ticket.site === site)
  return own.length > 0
    ? { tickets: own }
    : { none: { success: true, message: 'The anomaly has no ticket there, so there was nothing to change.' } }
}
