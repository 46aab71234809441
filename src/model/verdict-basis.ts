/** Proofs that a verdict names; the others are counted. */
const mostNamed = 3

/** What a verdict rests on where not all rows were read, from the runs that read them and the proofs; null where they were. */
export function basisSentence(runs: readonly number[], proofs: readonly string[]): string | null {
  const unnamed = proofs.length - mostNamed
  const more = unnamed > 0 ? ` And ${unnamed} more ${unnamed === 1 ? 'proof' : 'proofs'}.` : ''
  const [newest] = runs.toSorted((one, other) => other - one)
  const others = runs.length > 1 ? ' or longer' : ''
  const unchanged = newest === undefined ? [] : [`Unchanged since run ${newest}${others}.`]
  const sentences = [...unchanged, ...proofs.slice(0, mostNamed)]
  return sentences.length === 0 ? null : sentences.join(' ') + more
}
