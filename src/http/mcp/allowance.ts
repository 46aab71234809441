/** Says whether somebody may call once more: everybody has the given number of calls in any span of the given length. Kept in this process. */
export type Allowance = (who: number) => boolean

/** `now` tells milliseconds on any scale that never goes back. */
export function createAllowance(calls: number, milliseconds: number, now: () => number): Allowance {
  const made = new Map<number, number[]>()
  return (who) => {
    const since = now() - milliseconds
    const recent = (made.get(who) ?? []).filter((time) => time > since)
    if (recent.length >= calls) return false
    made.set(who, [...recent, now()])
    return true
  }
}
