import type { ClaimedUnit } from '../store/queue/claim.ts'

/** A slot in use: whose units, and when they were taken, milliseconds of this process. */
interface InHand {
  datastore_id: number | null
  since: number
}

/** Claims a unit of a datastore other than these; null when there is none. */
type Claim = (except: readonly number[]) => Promise<ClaimedUnit | null>

/** Longer than most units take, so that slots are lent only where something is slow. */
const defaultFairAfterSeconds = 5

/**
 * Decides whose unit a worker takes next. Lines give each datastore as many units (see line.ts); with slow ones, too, none keeps all slots:
 * - once in a while, a free slot goes to a datastore that has nothing in hand here, if one waits;
 * - when every unit in hand has been held for that long, such a datastore gets a slot beyond the others. At most as many
 *   slots again are lent, and none to a datastore that has one, so that a long scan alone stays within its bounds.
 */
export function fairSlots({
  concurrency,
  fair_after_seconds = defaultFairAfterSeconds,
  clock = () => performance.now(),
}: {
  concurrency: number
  fair_after_seconds?: number
  /** Milliseconds of this process. */
  clock?: () => number
}): { next(held: readonly InHand[], claim: Claim): Promise<ClaimedUnit | null> } {
  const fairAfter = fair_after_seconds * 1000
  let turn = clock()
  let latest: number | null = null

  const choose = async (held: readonly InHand[], claim: Claim): Promise<ClaimedUnit | null> => {
    const now = clock()
    const served = held.flatMap(({ datastore_id }) => datastore_id ?? [])
    if (held.length >= concurrency) {
      const isSlow = held.every(({ since }) => now - since >= fairAfter)
      return held.length < 2 * concurrency && isSlow ? claim([...new Set(served)]) : null
    }
    if (latest !== null && now - turn >= fairAfter) {
      turn = now
      const other = await claim([...new Set([...served, latest])])
      if (other) return other
    }
    return claim([])
  }
  return {
    async next(held, claim) {
      const unit = await choose(held, claim)
      latest = unit?.datastore_id ?? latest
      return unit
    },
  }
}
