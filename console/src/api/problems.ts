import { Refusal } from './refusal.ts'

/** What the service finds wrong with members, by their places such as `connection.host`. */
export function problemsOf(error: Error | null): ReadonlyMap<string, string> {
  if (!(error instanceof Refusal)) return new Map()
  return new Map(error.members.map(({ loc, msg }) => [loc.slice(1).join('.'), msg]))
}
