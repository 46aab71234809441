/** Units that are done together may take so long before fewer are taken, milliseconds: short beside a person's patience. */
const longMs = 2000
/** What took less is worth taking more of, milliseconds: long beside the price of a claim. */
const shortMs = 1000
/** One statement writes the ends of so many. */
const mostTogether = 100
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
  note(unit: Alike, units: number, milliseconds: number): void
}

/** Starts with one unit at a time, so that large ones go to several workers. */
export function createPace(): Pace {
  const sizes = new Map<string, number>()
  const keyOf = ({ datastore_id, kind }: Alike): string => `${datastore_id} ${kind}`
  const next = (units: number, milliseconds: number): number => {
    if (milliseconds < shortMs) return Math.min(units * growth, mostTogether)
    return milliseconds < longMs ? units : Math.max(1, Math.floor(units / growth))
  }
  return {
    companions: (unit) => (sizes.get(keyOf(unit)) ?? 1) - 1,
    note(unit, units, milliseconds) {
      sizes.set(keyOf(unit), next(units, milliseconds))
    },
  }
}
