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
