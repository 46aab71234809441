import type { HeldSession } from '../../connectors/connector.ts'
import type { ContainerReference } from '../../model/container.ts'
import { commitTogether } from '../../runs/commit-together.ts'
import { notBegun } from '../../runs/not-begun.ts'
import type { Progress, Together, UnitWork } from '../../runs/operation.ts'
import { numbersOf } from '../../runs/traced.ts'
import type { Queryable } from '../../store/pool.ts'
import type { ContainerScanRow } from '../../store/scans.ts'
import { inSessions } from './in-sessions.ts'

/** One of several units of a run, about a container or a part of one. */
export interface Readable<Payload> {
  work: UnitWork<Payload, object>
  scan: ContainerScanRow
}

/**
 * Reads what several units of a run are about: each in a snapshot of its own, and the source is opened once for all of them
 * where it can go on to a new snapshot. Ends that have only to be written are written together, at the end.
 */
export async function readTogether<Payload, One extends Readable<Payload>, End>(
  together: Together<Payload, object>,
  units: readonly One[],
  steps: {
    containerOf(one: One): ContainerReference
    /** Rows that were read for it. */
    recordsOf(end: End): number
    /** Null: the unit has ended, or is to be ended by what was handed to it. */
    read(one: One, session: HeldSession): Promise<End | null>
    write(transaction: Queryable, ends: readonly End[]): Promise<Progress>
    /** Takes back what was noted of units that are given to others before they were begun (default: nothing was). */
    undo?(transaction: Queryable, given: readonly One[]): Promise<void>
  },
): Promise<void> {
  const [first] = units
  if (!first) return
  const rest = notBegun(together, units, steps.undo)
  const ended: { work: One['work']; end: End }[] = []
  try {
    await inSessions(first.work.environment, units, {
      placeOf: (one) => ({
        datastore_id: one.scan.datastore_id,
        ...steps.containerOf(one),
      }),
      originOf: ({ scan }) => scan,
      spanOf: ({ work }) => work.environment.span,
      begin: (one) => rest.has(one) && together.begin(one.work),
      signalOf: ({ work }) => work.signal,
      containerOf: (one) => steps.containerOf(one),
      async work(one, session) {
        rest.begin(one)
        const end = await steps.read(one, session)
        if (end === null) return
        one.work.environment.span?.note(numbersOf({ records_processed: steps.recordsOf(end) }))
        ended.push({ work: one.work, end })
      },
      async fail(one, error) {
        rest.begin(one)
        await together.fail(one.work, error)
      },
    })
    await commitTogether(together, ended, steps.write)
  } finally {
    await rest.giveBack()
  }
}
