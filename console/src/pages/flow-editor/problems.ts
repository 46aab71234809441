import { Refusal } from '../../api/refusal.ts'

/** What is wrong with a member, by its place such as `crontab` or `actions.0.parameters.url`; null: nothing is known to be. */
export type ProblemOf = (place: string) => string | null

/** What the service finds wrong with a flow, by the places of its members. */
export function problemsOf(error: Error | null): ProblemOf {
  const members = error instanceof Refusal ? error.members : []
  const problems = new Map(members.map(({ loc, msg }) => [loc.slice(1).join('.'), msg]))
  return (place) => problems.get(place) ?? null
}

/** The same for what stands below a place. */
export function below(problemOf: ProblemOf, place: string): ProblemOf {
  return (member) => problemOf(`${place}.${member}`)
}
