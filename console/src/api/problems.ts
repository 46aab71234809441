import { Refusal } from './refusal.ts'

/** What the service finds wrong with members, by their places such as `connection.host`. */
export function problemsOf(error: Error | null): ReadonlyMap<string, string> {
  if (!(error instanceof Refusal)) return new Map()
  return new Map(error.members.map(({ loc, msg }) => [loc.slice(1).join('.'), msg]))
}

/**
 * The same for a form whose lines are of these members, the first of which names what is made: that the name is taken stands there.
 * `isTold`: nothing is left to be said elsewhere.
 */
export function problemsAt(
  error: Error | null,
  lines: readonly [naming: string, ...others: string[]],
): { problems: ReadonlyMap<string, string>; isTold: boolean } {
  const told = problemsOf(error)
  const isTaken = error instanceof Refusal && error.code === 'conflict' && told.size === 0
  const problems = isTaken ? new Map([[lines[0], error.message]]) : told
  return { problems, isTold: problems.size > 0 && [...problems.keys()].every((one) => lines.includes(one)) }
}
