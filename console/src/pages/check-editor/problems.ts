import { Refusal } from '../../api/refusal.ts'

/** What the service finds wrong with members of a check, by their names such as `properties.min`. */
export function problemsOf(error: Error | null): ReadonlyMap<string, string> {
  if (!(error instanceof Refusal)) return new Map()
  return new Map(
    error.members.map(({ loc, msg }) => [
      loc.filter((part) => part !== 'body' && part !== 'quality_check').join('.'),
      msg,
    ]),
  )
}
