/** The members of a request that say something else than they did; null for those that it does not have any more, which a change takes as their default. */
export function differing(was: object, is: object): Record<string, unknown> {
  const before = new Map<string, unknown>(Object.entries(was))
  const after = new Map<string, unknown>(Object.entries(is))
  const members = [...new Set([...before.keys(), ...after.keys()])]
  return Object.fromEntries(
    members.flatMap((member) => {
      const value = after.get(member) ?? null
      return JSON.stringify(value) === JSON.stringify(before.get(member) ?? null) ? [] : [[member, value]]
    }),
  )
}
