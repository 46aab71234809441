/** Characters of the name of an agent that are kept. */
const mostKept = 60

/** What an agent calls itself, made fit for the audit log: nothing in it can pass for another column or line. */
export function agentName(name: string, version: string): string {
  const words = `${name} ${version}`.replaceAll(/[^\w .@/+-]/g, '').replaceAll(/\s+/g, ' ')
  return words.trim().slice(0, mostKept).trim() || 'unnamed agent'
}

/**
 * The id of an agent's session carries its name, because only the first message says it and any process of the service may get the
 * next. It proves nothing and opens nothing: the token says who asks.
 */
export function sessionOf(agent: string): string {
  return Buffer.from(agent).toString('base64url')
}

/** The name in such an id, made fit again; `unnamed agent` when there is none. */
export function agentOf(session: string | undefined): string {
  return agentName(Buffer.from((session ?? '').slice(0, 400), 'base64url').toString(), '')
}
