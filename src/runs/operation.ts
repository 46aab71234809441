import type { Static, TSchema } from 'typebox'
import type { Context, Environment } from '../access/context.ts'
import type { OperationResult, OperationType } from '../model/operation.ts'
import type { TeamPermission } from '../model/principal.ts'
import type { OperationRow } from '../store/operations.ts'
import type { Queryable } from '../store/pool.ts'
import type { ClaimedUnit } from '../store/queue/claim.ts'
import type { UnitSeed } from '../store/queue/finish.ts'

/** What the end of a unit means for its run: units that come next, and what to add to the numbers of the status. */
export interface Progress {
  next?: UnitSeed[]
  status?: Record<string, number>
  /**
   * Writes what refers to the operation's row, or what an abort writes too (container scans): called once that row is locked,
   * which is the order that abort, resume and delete keep to. It reads no source: everybody else waits meanwhile.
   */
  locked?(transaction: Queryable): Promise<void>
}

/** What a unit's work may use. */
export interface UnitWork {
  environment: Environment
  operation: OperationRow
  unit: ClaimedUnit
  /** Aborts when the operation is aborted, the unit was taken over, or the worker stops. */
  signal: AbortSignal
  /**
   * Ends the unit: everything that `write` writes lands together with its end, or not at all. Called exactly once, as the
   * last thing that the work does to the state. `write` must not touch the operation's row, nor what an abort
   * writes: that belongs into `locked` of its answer.
   */
  commit(write: (transaction: Queryable) => Promise<Progress>): Promise<void>
}

/** How an operation ends: its result, a message or null, and what to add to the numbers of its status. */
export interface Conclusion {
  result: OperationResult
  message: string | null
  status?: Record<string, number>
}

/**
 * A kind of operation: one `*.operation.ts` file. What the service may do with its runs (resume, rerun, schedule) follows
 * from the declarations here; nothing else knows operation types by name.
 */
export interface Operation<Payload = Record<string, unknown>> {
  /** The `type` of the trigger's payload, unique, e.g. `scan`. */
  trigger: string
  /** The type that runs carry; several triggers may share one (promote). */
  type: OperationType
  /** Members besides `type`; unknown ones are ignored. */
  payload: TSchema
  resumable: boolean
  rerunnable: boolean
  schedulable: boolean
  /** The permissions a person needs to run, schedule or control it. */
  permissions(payload: Payload): { datastore_id: number; permission: TeamPermission }[]
  /** Fills in defaults and refuses what the data refuses (404, 409, 422); must not touch a source, nor begin a transaction: schedules call it in one. Its answer is stored and echoed. */
  accept(context: Context, payload: Payload): Promise<Payload>
  /** The status with every member at 0, so that readers find an object from the first moment. */
  initialStatus: Record<string, number>
  /** Does one unit. The first unit of a run has the kind `plan`. Must be safe to start again after any interruption. */
  run(work: UnitWork): Promise<void>
  /** The `plan` unit reads nothing in the datastore, so it need not wait for a place on its connection (default: it reads). */
  plans_without_source?: true
  /** Called in the transaction that gives a unit up, to record what it leaves undone; the same rule as for `commit`. */
  abandon(transaction: Queryable, unit: ClaimedUnit, message: string): Promise<Progress>
  /** Called in the transaction that ends the last unit. */
  conclude(transaction: Queryable, operation: OperationRow): Promise<Conclusion>
  /** Called after the run was aborted and its units cancelled; unfinished parts are marked here. */
  abort(transaction: Queryable, operationId: number): Promise<void>
  /** Called when an aborted or failed run is taken up again: what is not done waits again. Only called when `resumable`. */
  reopen(transaction: Queryable, operationId: number): Promise<void>
  /** Members of the run's record beyond the common ones, from the stored payload. */
  echo(payload: Payload): Record<string, unknown>
}

/** Infers the payload's type from its schema; the registry forgets it again. */
export function defineOperation<Schema extends TSchema>(
  operation: Omit<Operation<Static<Schema>>, 'payload'> & { payload: Schema },
): Operation {
  return operation as unknown as Operation
}
