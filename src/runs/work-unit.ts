import { setTimeout as delay } from 'node:timers/promises'
import { StatementRefused } from '../connectors/connector.ts'
import { Aborted, messageOf, RunFailure, ServiceError } from '../kernel/errors.ts'
import { findOperation } from '../store/operations.ts'
import type { ClaimedUnit } from '../store/queue/claim.ts'
import { failUnit, finishUnit } from '../store/queue/finish.ts'
import { endEarlierCommits, nameCommit } from '../store/queue/silence.ts'
import type { Queryable } from '../store/pool.ts'
import { unitKind, type Operation, type Progress, type RunEnvironment } from './operation.ts'
import { settle } from './settle.ts'

/** A unit that keeps failing for reasons that may pass, or keeps losing its worker, is given up after this many tries. */
const maximumTries = 4

/** Does one claimed unit and ends it in every case: done, put back for another try, or given up with its reason. */
export async function workUnit(
  environment: RunEnvironment,
  unit: ClaimedUnit,
  signal: AbortSignal,
): Promise<void> {
  const { operations, store } = environment
  const { database } = store
  const operation = await findOperation(database, unit.operation_id)
  if (!operation) return
  const definition = operations.get(operation.trigger_type)
  const commit = (write: (transaction: Queryable) => Promise<Progress>) =>
    database.transaction().execute(async (transaction) => {
      await nameCommit(transaction, unit)
      const progress = await write(transaction)
      // The fence comes after the writing: a sample may take long to read, and the operation's row is locked from here on.
      await finishUnit(transaction, unit)
      await settle(transaction, unit.operation_id, progress, definition)
    })
  try {
    if (unit.claims > maximumTries) {
      throw new RunFailure(
        `It was tried ${maximumTries} times, and each time the worker stopped before the end.`,
      )
    }
    await endEarlierCommits(database, unit)
    await unitKind(definition, unit.kind).run({ environment, operation, unit, signal, commit })
  } catch (error) {
    if (error instanceof Aborted || signal.aborted) return
    await giveUp(environment, unit, definition, error)
  }
}

function sentenceOf(error: unknown, expected: boolean): string {
  if (error instanceof StatementRefused) return `The source refused a statement: ${messageOf(error)}`
  return expected ? messageOf(error) : `The service failed while working on it: ${messageOf(error)}`
}

async function giveUp(
  environment: RunEnvironment,
  unit: ClaimedUnit,
  definition: Operation,
  error: unknown,
): Promise<void> {
  const expected =
    error instanceof RunFailure || error instanceof ServiceError || error instanceof StatementRefused
  const details = { unit: unit.id, operation: unit.operation_id, kind: unit.kind, err: error }
  if (!expected) environment.log.error(details, 'A unit of work failed in a way that is not foreseen.')
  const message = sentenceOf(error, expected)
  const mayPass = error instanceof RunFailure || error instanceof ServiceError ? error.retryable : !expected
  const again = mayPass && unit.failures + 1 < maximumTries
  try {
    await environment.store.database.transaction().execute(async (transaction) => {
      // In the order of a commit: the operation's row is locked last, and the unit is open while its end is written.
      const progress = again ? {} : await unitKind(definition, unit.kind).abandon(transaction, unit, message)
      await failUnit(transaction, unit, message, again ? 2 ** unit.failures : null)
      if (!again) await settle(transaction, unit.operation_id, progress, definition)
    })
  } catch (second) {
    if (second instanceof Aborted) return
    // The state itself is out of reach: the lease will run out, and somebody tries again.
    environment.log.error(
      { ...details, err: second },
      'The end of a unit could not be recorded; it will be taken up again.',
    )
    await delay(1000)
  }
}
