/** Units that are done together may take so long before fewer are taken, milliseconds: short beside a person's patience. */
const longMs = 2000
/** What took less is worth taking more of, milliseconds: long beside the price of a claim. */
const shortMs = 1000
/** One statement writes the ends of so many. */
const mostTogether = 100
const growth = 4

/** Says how many units of a datastore are taken at once, from how long its last ones took. */
export interface Pace {
  /** The number beyond one. */
  companions(datastoreId: number | null): number
  note(datastoreId: number | null, units: number, milliseconds: number): void
}

/** Starts with one unit at a time, so that large ones go to several workers. */
export function createPace(): Pace {
  const sizes = new Map<number | null, number>()
  const next = (units: number, milliseconds: number): number => {
    if (milliseconds < shortMs) return Math.min(units * growth, mostTogether)
    return milliseconds < longMs ? units : Math.max(1, Math.floor(units / growth))
  }
  return {
    companions: (datastoreId) => (sizes.get(datastoreId) ?? 1) - 1,
    note(datastoreId, units, milliseconds) {
      sizes.set(datastoreId, next(units, milliseconds))
    },
  }
}
