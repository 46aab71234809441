/** Names shorter than this are too easily one another's misspelling. */
const shortest = 4
/** From this length on two letters may be wrong, below it one. */
const longEnoughForTwo = 6

/** The known name that is most like the given one, by the number of letters to insert, delete or exchange; null where none is known. */
export function nearest(given: string, known: readonly string[]): string | null {
  const [best] = known
    .map((name) => ({ name, away: lettersBetween(given.toLowerCase(), name.toLowerCase()) }))
    .sort((one, other) => one.away - other.away)
  return best?.name ?? null
}

/** The number of letters to insert, delete or exchange to turn one text into the other. */
export function lettersBetween(one: string, two: string): number {
  const others = [...two]
  let previous = [0, ...others.map((_, column) => column + 1)]
  for (const [row, letter] of [...one].entries()) {
    const current = [row + 1]
    for (const [column, other] of others.entries()) {
      const exchanged = (previous[column] ?? 0) + (letter === other ? 0 : 1)
      current.push(Math.min((previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1, exchanged))
    }
    previous = current
  }
  return previous.at(-1) ?? 0
}

/** True when one name is a misspelling of the other. */
export function isMisspelling(name: string, other: string): boolean {
  if (Math.min(name.length, other.length) < shortest || Math.abs(name.length - other.length) > 2) return false
  const [one, two] = [bare(name), bare(other)]
  if (one === two || one === `${two}s` || two === `${one}s`) return true
  const allowed = Math.min(one.length, two.length) < longEnoughForTwo ? 1 : 2
  return lettersBetween(one, two) <= allowed
}

const bare = (name: string) => name.toLowerCase().replaceAll(/[_\- ]/g, '')
