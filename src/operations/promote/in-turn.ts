/** A destination as it is after the decisions so far. */
export interface Table<Wanted, Decision> {
  decide(wanted: Wanted): Decision
  /** True when what stands against the thing may go with a decision on another one. */
  bars(decision: Decision): boolean
  /** Takes what was decided for done. */
  keep(decision: Decision): void
}

/** Decides on things one after the other, each in the light of those before; the answer has the order in which they can be written. */
export function inTurn<Wanted, Decision>(
  wanted: readonly Wanted[],
  table: Table<Wanted, Decision>,
): Decision[] {
  const decisions: Decision[] = []
  for (let left = wanted; ;) {
    const barred: Wanted[] = []
    const refusals: Decision[] = []
    for (const one of left) {
      const decision = table.decide(one)
      if (table.bars(decision)) {
        barred.push(one)
        refusals.push(decision)
      } else {
        table.keep(decision)
        decisions.push(decision)
      }
    }
    if (barred.length === 0 || barred.length === left.length) return [...decisions, ...refusals]
    left = barred
  }
}
