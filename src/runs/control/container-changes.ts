import { setTimeout as delay } from 'node:timers/promises'
import type { ContainerProgress } from '../../model/run-progress.ts'
import { readProgress } from '../../store/run-progress.ts'
import type { RunContext } from '../operation.ts'

/** Least time between two looks at the containers of a run, milliseconds; as many runs change with every unit that ends. */
const leastPause = 250

/** Looks take at most one part in so many of the time. */
const share = 10

/** What a follower has been told of the containers of a run. */
export interface ContainerChanges {
  /** Resolves when the next look is due. */
  rest(): Promise<void>
  /** Those that differ from what the last look saw; null for the first look, after which what was loaded before is old. */
  look(): Promise<ContainerProgress[] | null>
}

/** Begins to watch the containers of a run; followers of one run who look at the same time share the read. */
export function watchContainers({ store }: Pick<RunContext, 'store'>, operationId: number): ContainerChanges {
  const known = new Map<number, string>()
  let isFirst = true
  let next = 0
  return {
    async rest() {
      const left = next - performance.now()
      if (left > 0) await delay(left)
    },
    async look() {
      const began = performance.now()
      const all = await store.sharedReads.once(`containers of run ${operationId}`, () =>
        readProgress(store.database, operationId),
      )
      const changed = all.filter((container) => {
        const text = JSON.stringify(container)
        if (known.get(container.id) === text) return false
        known.set(container.id, text)
        return true
      })
      const now = performance.now()
      next = now + Math.max(leastPause, (now - began) * share)
      if (!isFirst) return changed
      isFirst = false
      return null
    },
  }
}
