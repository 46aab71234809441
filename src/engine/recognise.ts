/** A failing row, with its identity hash under each basis in use, the most telling basis first; null where it has none. */
export interface FoundRow {
  row_hash: string
  hashes: readonly (string | null)[]
}

/** A record anomaly that a found row may be. */
export interface KnownAnomaly {
  id: number
  identity_hash: string
  ordinal: number
  /** Of the row as it was found last. */
  row_hash: string | null
  is_open: boolean
  /** When it was archived; null for open ones. */
  archived_at: string | null
  /** True when this scan found it already. */
  is_found: boolean
}

/**
 * For each found row the anomaly that it is, or null when it is new. Open ones come before archived ones, and of several
 * with the same identity hash the one whose row has not changed, then the first.
 */
export function recognise<Known extends KnownAnomaly>(
  found: readonly FoundRow[],
  known: readonly Known[],
): (Known | null)[] {
  const free = new Map<string, Known[]>()
  for (const anomaly of candidates(known)) {
    free.set(anomaly.identity_hash, [...(free.get(anomaly.identity_hash) ?? []), anomaly])
  }
  const chosen: (Known | null)[] = found.map(() => null)
  const bases = found[0]?.hashes.length ?? 0
  for (const isOpen of [true, false]) {
    for (const isSame of [true, false]) {
      for (let basis = 0; basis < bases; basis++) {
        found.forEach((row, index) => {
          if (chosen[index]) return
          const rest = free.get(row.hashes[basis] ?? '') ?? []
          const position = rest.findIndex(
            (anomaly) => anomaly.is_open === isOpen && (!isSame || anomaly.row_hash === row.row_hash),
          )
          if (position !== -1) chosen[index] = rest.splice(position, 1)[0] ?? null
        })
      }
    }
  }
  return chosen
}

/** Open ones that are not found yet, and the last archived of each identity that has no open one; in the order of their ordinals. */
function candidates<Known extends KnownAnomaly>(known: readonly Known[]): Known[] {
  const newestFirst = known.toSorted(
    (one, other) =>
      Number(other.is_open) - Number(one.is_open) ||
      Date.parse(other.archived_at ?? '') - Date.parse(one.archived_at ?? '') ||
      other.id - one.id,
  )
  const seen = new Set<string>()
  const first = newestFirst.filter(({ identity_hash, ordinal }) => {
    const identity = `${identity_hash}:${ordinal}`
    if (seen.has(identity)) return false
    seen.add(identity)
    return true
  })
  return first
    .filter(({ is_found }) => !is_found)
    .sort((one, other) => one.ordinal - other.ordinal || one.id - other.id)
}

/** Hands out, for each identity hash, the smallest ordinals that no open anomaly has. */
export function freeOrdinals(known: readonly Pick<KnownAnomaly, 'identity_hash' | 'ordinal' | 'is_open'>[]) {
  const taken = new Set(
    known.filter(({ is_open }) => is_open).map(({ identity_hash, ordinal }) => `${identity_hash}:${ordinal}`),
  )
  const lowest = new Map<string, number>()
  return {
    isTaken: (hash: string, ordinal: number): boolean => taken.has(`${hash}:${ordinal}`),
    next(hash: string): number {
      let ordinal = lowest.get(hash) ?? 0
      while (taken.has(`${hash}:${ordinal}`)) ordinal += 1
      taken.add(`${hash}:${ordinal}`)
      lowest.set(hash, ordinal + 1)
      return ordinal
    },
  }
}
