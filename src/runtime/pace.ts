/** The time that units done together should take, milliseconds: long beside the price of a claim, short beside a person's patience. */
const aimMs = 400
/** One statement writes the ends of so many. */
const mostTogether = 100
/** A guess that turned out good is raised by so much at most. */
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
  return {
    companions: (datastoreId) => (sizes.get(datastoreId) ?? 1) - 1,
    note(datastoreId, units, milliseconds) {
      const fitting = Math.floor((aimMs * units) / Math.max(milliseconds, 1))
      sizes.set(datastoreId, Math.max(1, Math.min(fitting, units * growth, mostTogether)))
    },
  }
}
