import type { Environment } from '../../access/context.ts'
import type { Origin } from '../../connectors/attributed.ts'
import type { HeldSession } from '../../connectors/connector.ts'
import { observed } from '../../connectors/observed.ts'
import { tellContainer } from '../../connectors/traced.ts'
import { Aborted } from '../../kernel/errors.ts'
import type { Span } from '../../kernel/tracing.ts'
import type { ContainerReference } from '../../model/container.ts'
import { isStaged, withContainerSession, type Place } from './container-session.ts'
import { renewed } from './renewed.ts'

/** What is done with items, each in a session of its own snapshot. */
interface Steps<Item> {
  placeOf(item: Item): Place
  /** What the statements of an item are sent for. */
  originOf(item: Item): Origin
  /** Where its statements are shown. */
  spanOf(item: Item): Span | undefined
  begin(item: Item): boolean
  signalOf(item: Item): AbortSignal
  /** What is described first of an item. */
  containerOf(item: Item): ContainerReference
  work(item: Item, session: HeldSession): Promise<void>
  fail(item: Item, error: unknown): Promise<void>
}

/**
 * Hands each of `items` a session of its own snapshot, one after the other; the source is opened once where it can go on to
 * a new snapshot, and again after an error. All are of one datastore. `signalOf` is what stops the work on an item; `work` and `fail`, which gets the
 * error of either, do not throw. An item for which `begin` answers false is passed over.
 */
export async function inSessions<Item>(
  environment: Environment,
  items: readonly Item[],
  steps: Steps<Item>,
): Promise<void> {
  const left = [...items]
  // What is opened serves several, and belongs to no span.
  const unseen = { ...environment, span: undefined }
  while (left[0] !== undefined) {
    const place = steps.placeOf(left[0])
    // The session's own: what stops one item must not keep the next from being read.
    const stop = new AbortController()
    try {
      const act = async (session: HeldSession): Promise<void> => {
        for (let isFirst = true; left[0] !== undefined; isFirst = false) {
          const [item] = left
          // What was copied for a join serves that one alone.
          if (!isFirst && (isStaged(place.computation) || isStaged(steps.placeOf(item).computation))) return
          if (!steps.begin(item)) {
            left.shift()
            continue
          }
          if (!isFirst && !(await renewed(session, steps.containerOf(item)))) return
          left.shift()
          if (!(await workOn(item, steps, session, stop))) return
        }
      }
      await withContainerSession(unseen, place, stop.signal, act, { waits: true })
    } catch (error) {
      const item = left.shift()
      if (item !== undefined) await steps.fail(item, error)
    }
  }
}

/** Does the work on one item, which ends the session when it is stopped. False when the source may be what failed, and is to be opened anew. */
async function workOn<Item>(
  item: Item,
  steps: Steps<Item>,
  session: HeldSession,
  stop: AbortController,
): Promise<boolean> {
  const signal = steps.signalOf(item)
  // While the session went on to it nobody listened.
  if (signal.aborted) {
    await steps.fail(item, new Aborted())
    return true
  }
  const stopped = (): void => stop.abort(signal.reason)
  signal.addEventListener('abort', stopped)
  try {
    const [origin, span] = [steps.originOf(item), steps.spanOf(item)]
    tellContainer(span, origin, steps.containerOf(item))
    await steps.work(item, observed(session, { span, origin }))
    return true
  } catch (error) {
    await steps.fail(item, error)
    return false
  } finally {
    signal.removeEventListener('abort', stopped)
  }
}
