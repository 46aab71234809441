import type { Queryable } from '../store/pool.ts'
import type { Together, UnitWork } from './operation.ts'

/** A unit of a run that is done together with others. */
interface Claimed<Payload> {
  work: UnitWork<Payload, object>
}

/** Takes back, in the transaction that gives units to others, what was noted of them. */
type Undo<One> = (transaction: Queryable, given: readonly One[]) => Promise<void>

/** The units that were not begun; they are given back once the first that was begun takes long. */
export function notBegun<Payload, One extends Claimed<Payload>>(
  together: Together<Payload, object>,
  begun: readonly One[],
  undo: Undo<One> = async () => undefined,
) {
  const left = new Set(begun)
  let timer: NodeJS.Timeout | undefined
  let giving = Promise.resolve()
  const giveAll = (): void => {
    const given = [...left]
    left.clear()
    giving = giving.then(() => giveBack(together, given, undo))
    // It is waited for at the end.
    giving.catch(() => undefined)
  }
  return {
    has: (one: One): boolean => left.has(one),
    begin(one: One): void {
      left.delete(one)
      if (Number.isFinite(together.longest_ms)) timer ??= setTimeout(giveAll, together.longest_ms)
    },
    giveBack(): Promise<void> {
      clearTimeout(timer)
      giveAll()
      return giving
    },
  }
}

/** Units of which nothing was read; those of a run that was aborted meanwhile are in nobody's hands. */
async function giveBack<Payload, One extends Claimed<Payload>>(
  together: Together<Payload, object>,
  left: readonly One[],
  undo: Undo<One>,
): Promise<void> {
  if (left.length === 0) return
  await together.giveBack(
    left.map(({ work }) => work),
    (transaction: Queryable, released) =>
      undo(
        transaction,
        left.filter(({ work }) => released.includes(work)),
      ),
  )
}
