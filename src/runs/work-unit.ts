import { setTimeout as delay } from 'node:timers/promises'
import { Aborted, messageOf, RunFailure, SourceLost } from '../kernel/errors.ts'
import { findOperation } from '../store/operations.ts'
import type { ClaimedUnit, HeldUnit } from '../store/queue/claim.ts'
import { failUnit, finishUnits, releaseUnits } from '../store/queue/finish.ts'
import { endEarlierCommits, nameCommit } from '../store/queue/silence.ts'
import type { Queryable } from '../store/pool.ts'
import { noteLostStatement } from '../store/scans.ts'
import { isInRun } from '../store/run-containers.ts'
import {
  unitKind,
  type Operation,
  type Progress,
  type RunEnvironment,
  type Together,
  type UnitOf,
  type UnitWork,
} from './operation.ts'
import { settle } from './settle.ts'
import { numbersOf, traceEnd, tracedUnit } from './traced.ts'
import { isForeseen, isTriedAgain, maximumTries } from './tries.ts'

/** What a worker hears of the units that it has done, and how long those that are done together may take. */
export interface UnitWatch {
  /** Hears which one is worked on. */
  onBegin(unit: HeldUnit): void
  /** See Together (default: Infinity). */
  longest_ms: number
  /** Hears that work on one was in vain, because it was aborted or taken over. */
  onRefused(): void
}

/** A claimed unit, and what stops its work. */
export interface UnitInHand {
  unit: ClaimedUnit
  signal: AbortSignal
}

/**
 * Does claimed units of one run and kind, together where there are several, and ends each in every case: done, put back for
 * another try, or given up with its reason.
 */
export async function workUnits(
  environment: RunEnvironment,
  inHand: readonly UnitInHand[],
  watch: Partial<UnitWatch> = {},
): Promise<void> {
  const { operations, store } = environment
  const [first, ...others] = inHand
  const operation = first ? await findOperation(store.database, first.unit.operation_id) : null
  if (!first || !operation) return
  const definition = operations.get(operation.trigger_type)
  const works = inHand.map(({ unit, signal }): UnitWork => {
    const within = tracedUnit(environment, operation, unit)
    const commit: UnitWork['commit'] = async (write) => {
      await commitUnits(environment, definition, [unit], async (transaction) => {
        await nameCommit(transaction, unit)
        const progress = await write(transaction)
        within.span?.note(numbersOf(progress.status ?? {}))
        return progress
      })
      within.span?.end()
    }
    return { environment: within, operation, unit, signal, commit }
  })
  const kind = unitKind(definition, first.unit.kind)
  if (others.length > 0 && kind.run_together) {
    return kind.run_together(together(environment, definition, works, watch))
  }
  for (const work of works) {
    watch.onBegin?.(work.unit)
    await attempt(environment, definition, work, () => kind.run(work), watch)
  }
}

/** Units of the same run and kind as this one, claimed to be done together with it; none where that has no use. */
export async function claimCompanions(
  environment: RunEnvironment,
  unit: ClaimedUnit,
  claim: (unit: ClaimedUnit) => Promise<ClaimedUnit[]>,
): Promise<ClaimedUnit[]> {
  // On a connection with a limit each unit has its own slot.
  if (unit.slot !== null || unit.claims > 1) return []
  const operation = await findOperation(environment.store.database, unit.operation_id)
  const kinds = operation ? environment.operations.find(operation.trigger_type)?.units : []
  return kinds?.find(({ kind }) => kind === unit.kind)?.run_together ? claim(unit) : []
}

function together(
  environment: RunEnvironment,
  definition: Operation,
  works: readonly UnitWork[],
  { onBegin, onRefused, longest_ms = Infinity }: Partial<UnitWatch>,
): Together {
  const { store } = environment
  // What is read of one is over when the next begins; it may be written much later.
  let endOne = (): void => undefined
  return {
    works,
    longest_ms,
    begin({ unit, signal, environment: { span } }) {
      endOne()
      if (signal.aborted) return false
      onBegin?.(unit)
      span?.note({})
      endOne = () => span?.end()
      return true
    },
    commitAll(done, write) {
      endOne()
      return commitUnits(
        environment,
        definition,
        done.map(({ unit }) => unit),
        write,
      )
    },
    giveBack: (left, undo) =>
      store.database.transaction().execute(async (transaction) => {
        const released = await releaseUnits(
          transaction,
          left.map(({ unit }) => unit),
        )
        await undo(
          transaction,
          left.filter(({ unit }) => released.has(unit.id)),
        )
      }),
    fail: (work, error) =>
      attempt(
        environment,
        definition,
        work,
        async () => {
          throw error
        },
        { ...(onRefused && { onRefused }) },
      ),
  }
}

async function attempt(
  environment: RunEnvironment,
  definition: Operation,
  { unit, signal, environment: { span } }: UnitWork,
  work: () => Promise<void>,
  { onRefused }: Partial<UnitWatch>,
): Promise<void> {
  try {
    span?.note({})
    if (unit.claims > maximumTries) {
      throw new RunFailure(
        `It was tried ${maximumTries} times, and each time the worker stopped before the end.`,
      )
    }
    await endEarlierCommits(environment.store.database, unit)
    await work()
  } catch (error) {
    const cause = signal.aborted ? error : await causeOf(environment, unit, error)
    const isStopped = cause instanceof Aborted || signal.aborted
    span?.end(isStopped ? 'stopped' : isForeseen(cause) ? cause.name : 'unforeseen')
    if (isStopped) return onRefused?.()
    await giveUp(environment, unit, definition, cause)
  }
}

/** Why the work on a unit came to nothing: where its container was deleted meanwhile, that, whatever broke by it. */
async function causeOf(
  { store, log }: RunEnvironment,
  { container_scan_id }: Pick<ClaimedUnit, 'container_scan_id'>,
  error: unknown,
): Promise<unknown> {
  if (container_scan_id === null) return error
  try {
    if (await isInRun(store.database, container_scan_id)) return error
    return new RunFailure('The container was deleted while the run went on.', { cause: error })
  } catch (second) {
    // Out of reach, the state cannot end the unit either.
    log.warn(
      { err: second },
      `It is not known whether the container of a unit is there: ${messageOf(second)}`,
    )
    return error
  }
}

/** Ends units of one operation in one transaction with what `write` writes. */
async function commitUnits(
  environment: RunEnvironment,
  definition: Operation,
  units: readonly HeldUnit[],
  write: (transaction: Queryable) => Promise<Progress>,
): Promise<void> {
  const [first] = units
  if (!first) return
  const hasEnded = await environment.store.database.transaction().execute(async (transaction) => {
    const progress = await write(transaction)
    // The fence comes after the writing: a sample may take long to read, and the operation's row is locked from here on.
    await finishUnits(transaction, units)
    return settle(transaction, first.operation_id, progress, definition, first.kind)
  })
  if (hasEnded) await traceEnd(environment, first.operation_id)
}

function sentenceOf(error: unknown, expected: boolean): string {
  return expected ? messageOf(error) : `The service failed while working on it: ${messageOf(error)}`
}

/** Records what a unit that is given up leaves undone; of a deleted container there is nothing to record it at. */
async function leftUndone(
  transaction: Queryable,
  definition: Operation,
  unit: UnitOf<unknown>,
  message: string,
): Promise<Progress> {
  const { container_scan_id: id, kind } = unit
  const { abandon, afterDeleted } = unitKind(definition, kind)
  const isDeleted = id !== null && !(await isInRun(transaction, id))
  return isDeleted ? ((await afterDeleted?.(transaction, unit)) ?? {}) : abandon(transaction, unit, message)
}

/** So that the next try looks for the check that may have ended the server. */
async function noteLoss(
  transaction: Queryable,
  { id, container_scan_id }: HeldUnit,
  error: unknown,
): Promise<void> {
  if (container_scan_id === null || !(error instanceof SourceLost) || error.check_ids.length === 0) return
  await noteLostStatement(transaction, container_scan_id, { unit_id: id, check_ids: [...error.check_ids] })
}

async function giveUp(
  environment: RunEnvironment,
  unit: UnitOf<unknown>,
  definition: Operation,
  error: unknown,
): Promise<void> {
  const expected = isForeseen(error)
  const details = { unit: unit.id, operation: unit.operation_id, kind: unit.kind, err: error }
  const message = sentenceOf(error, expected)
  const again = isTriedAgain(unit, error)
  try {
    const hasEnded = await environment.store.database.transaction().execute(async (transaction) => {
      // In the order of a commit: the operation's row is locked last, and the unit is open while its end is written.
      if (again) await noteLoss(transaction, unit, error)
      const progress = again ? {} : await leftUndone(transaction, definition, unit, message)
      await failUnit(transaction, unit, message, again ? 2 ** unit.failures : null)
      return !again && settle(transaction, unit.operation_id, progress, definition, unit.kind)
    })
    logUnforeseen(environment, details)
    if (hasEnded) await traceEnd(environment, unit.operation_id)
  } catch (second) {
    if (second instanceof Aborted) {
      // Its session may have been ended for the attempt that has the unit now.
      environment.log.info(
        details,
        'Work on a unit broke off that another attempt has taken up, or nobody wants any more.',
      )
      return
    }
    logUnforeseen(environment, details)
    // The state itself is out of reach: the lease will run out, and somebody tries again.
    environment.log.error(
      { ...details, err: second },
      'The end of a unit could not be recorded; it will be taken up again.',
    )
    await delay(1000)
  }
}

function logUnforeseen({ log }: RunEnvironment, details: { err: unknown }): void {
  if (!isForeseen(details.err)) log.error(details, 'A unit of work failed in a way that is not foreseen.')
}
