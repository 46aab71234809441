/** Units that are done together may take so long before fewer are taken, milliseconds: short beside a person's patience. */
const longMs = 2000
/** What took less is worth taking more of, up to so long, milliseconds: long beside the price of a claim. */
const shortMs = 1000
/** A unit alone that took less may have spent most of it on opening its source, milliseconds. */
const trialMs = 5000
/** Units whose ends one statement writes. */
const mostTogether = 400
const growth = 4

/** Units that take about as long as each other. */
interface Alike {
  datastore_id: number | null
  kind: string
}

/** Says how many units of a datastore and kind are taken at once, from how long the last of them took. */
export interface Pace {
  /** How many more than one. */
  companions(unit: Alike): number
  /** Several took so long from when the first of them was begun, one alone with the opening of its source. */
  note(unit: Alike, units: number, milliseconds: number): void
}

/**
 * Starts with one unit at a time, so that large ones go to several workers. Whether a unit alone was slow because its source is slow to
 * open is found out by doing a few together, once: what of them is not begun soon is given back.
 */
export function createPace(): Pace {
  const sizes = new Map<string, number>()
  const tried = new Set<string>()
  const keyOf = ({ datastore_id, kind }: Alike): string => `${datastore_id} ${kind}`
  const next = (key: string, units: number, milliseconds: number): number => {
    if (milliseconds < shortMs) {
      tried.delete(key)
      return Math.min(Math.floor(units * Math.min(growth, shortMs / milliseconds)), mostTogether)
    }
    if (units === 1 && milliseconds < trialMs && !tried.has(key)) {
      tried.add(key)
      return growth
    }
    return milliseconds < longMs ? units : Math.max(1, Math.floor(units / growth))
  }
  return {
    companions: (unit) => (sizes.get(keyOf(unit)) ?? 1) - 1,
    note(unit, units, milliseconds) {
      const key = keyOf(unit)
      sizes.set(key, next(key, units, milliseconds))
    },
  }
}
