import type { Static, TSchema } from 'typebox'
import type { NewAuditEntry } from '../access/audit.ts'
import type { Context, Environment } from '../access/context.ts'
import type { ErrorCode } from '../kernel/errors.ts'
import type { Registry } from '../kernel/registry.ts'
import type { OperationResult, OperationType } from '../model/operation.ts'
import type { TeamPermission } from '../model/principal.ts'
import type { OperationRow } from '../store/operations.ts'
import type { Queryable } from '../store/pool.ts'
import type { ClaimedUnit } from '../store/queue/claim.ts'
import type { UnitSeed } from '../store/queue/finish.ts'

/** The environment of whoever starts, controls or works on runs: main.ts says which operations there are. */
export interface RunEnvironment extends Environment {
  operations: Registry<Operation>
}

/** The context of a verb that may start a run; one that starts none asks for the smaller Context. */
export interface RunContext extends Context, RunEnvironment {}

/** A payload for those who do not know of what kind its run is. */
export type StoredPayload = OperationRow['payload']

/** A run of one kind, with its payload as `accept` returned it. */
export type RunOf<Payload> = Omit<OperationRow, 'payload'> & { payload: Payload }

/** A unit of one kind, with what it is about. */
export type UnitOf<Subject> = Omit<ClaimedUnit, 'subject'> & { subject: Subject }

/** The consequences of a unit's end for its run: units that come next, and what to add to the numbers of the status. */
export interface Progress {
  /** Made by `seed`. */
  next?: UnitSeed[]
  status?: Record<string, number>
  /**
   * Writes what refers to the operation's row, or what an abort writes too (container scans): called once that row is locked,
   * which is the order that abort, resume and delete keep to. It reads no source: everybody else waits meanwhile.
   */
  locked?(transaction: Queryable): Promise<void>
}

/** The input of a unit's work. */
export interface UnitWork<Payload = StoredPayload, Subject = unknown> {
  environment: RunEnvironment
  operation: RunOf<Payload>
  unit: UnitOf<Subject>
  /** Aborts when the operation is aborted, the unit was taken over, or the worker stops. */
  signal: AbortSignal
  /**
   * Ends the unit: everything that `write` writes lands together with its end, or not at all. Called exactly once, as the
   * last thing that the work does to the state. `write` must not touch the operation's row, nor what an abort
   * writes: that belongs into `locked` of its answer.
   */
  commit(write: (transaction: Queryable) => Promise<Progress>): Promise<void>
}

/** Units of one run and kind that are done together. */
export interface Together<Payload = StoredPayload, Subject = unknown> {
  works: readonly UnitWork<Payload, Subject>[]
  /** After so long what was not begun is to be given back, also while another one is worked on, milliseconds; Infinity: never. */
  longest_ms: number
  /** To be called before a unit is worked on; false when it is not wanted any more. */
  begin(work: UnitWork<Payload, Subject>): boolean
  /** As `commit`, for several: all of them end, or none, and Aborted is thrown. */
  commitAll(
    works: readonly UnitWork<Payload, Subject>[],
    write: (transaction: Queryable) => Promise<Progress>,
  ): Promise<void>
  /** Lets others do units that were not begun; `undo` gets those that were still in these hands, in the same transaction. */
  giveBack(
    works: readonly UnitWork<Payload, Subject>[],
    undo: (transaction: Queryable, works: readonly UnitWork<Payload, Subject>[]) => Promise<void>,
  ): Promise<void>
  /** Ends a unit whose work threw, as if it had been done alone. */
  fail(work: UnitWork<Payload, Subject>, error: unknown): Promise<void>
}

/** The end of an operation: its result, a message or null, and what to add to the numbers of its status. */
export interface Conclusion {
  result: OperationResult
  message: string | null
  status?: Record<string, number>
}

/**
 * One kind of unit of an operation. `Payload` is that of the run, `Subject` what such a unit is about: both come back from the
 * database as they were written, by `accept` and by `seed`.
 */
export interface UnitKind<Payload = StoredPayload, Subject = unknown> {
  /** Unique among the units of the operation. */
  kind: string
  /** It reads no source, so it need not wait for a slot on the connection (default: it reads). */
  without_source?: true
  /** Must be safe to start again after any interruption. */
  run(work: UnitWork<Payload, Subject>): Promise<void>
  /**
   * Does several units of one run, where that costs less than one by one (default: each by `run`). Each is ended by its own
   * `commit`, by `commitAll` with others, or by `fail`, or given back.
   */
  run_together?(works: Together<Payload, Subject>): Promise<void>
  /** Called in the transaction that gives a unit up, to record what it leaves undone; the same rule as for `commit`. */
  abandon(transaction: Queryable, unit: UnitOf<Subject>, message: string): Promise<Progress>
  /** Called in the place of `abandon` when the container of the unit was deleted: what comes next all the same (default: nothing). */
  afterDeleted?(transaction: Queryable, unit: UnitOf<Subject>): Promise<Progress>
}

/**
 * A kind of operation: a folder with a `*.operation.ts` file. What the service may do with its runs (resume, rerun, schedule)
 * follows from the declarations here; nothing else knows operation types by name. `Payload` is what clients send, `Accepted`
 * what is stored.
 */
export interface Operation<Payload = StoredPayload, Accepted = StoredPayload> {
  /** The `type` of the trigger's payload, unique, e.g. `scan`. */
  trigger: string
  /** The type that runs carry; several triggers may share one (promote). */
  type: OperationType
  /** Members besides `type`; unknown ones are ignored. Without `datastore_id` its runs are of no datastore, and for Admins to see. */
  payload: TSchema
  resumable: boolean
  rerunnable: boolean
  schedulable: boolean
  /** Its runs have check results, by container and as a whole (default: none). */
  shows_check_results?: true
  /** The list below the run's path that tells what became of each thing that it promotes (default: none). */
  lists_results?: 'quality-checks' | 'fields' | 'containers'
  /** Its runs write into the enrichment datastore, which cannot be unlinked meanwhile (default: they do not). */
  writes_to_enrichment?: true
  /** The endpoints below /export start such a run; one operation has this, and takes `datastore_id`, `asset_type` and `container_ids`. */
  exports_assets?: true
  /** A new datastore begins with such a run when that is asked for; one operation has this, and needs `datastore_id` alone. */
  begins_datastores?: true
  /** A container that people make begins with such a run; one operation has this, and needs `datastore_id` and `container_names`. */
  begins_containers?: true
  /** Its runs judge rows that a person gives, so only the verb that takes them begins one; one operation has this, and needs `datastore_id` and `container_names`. */
  takes_rows?: true
  /** A Member is answered 403 for a datastore of it that they may not see, as the contract has it (default: 404). */
  forbids_hidden?: true
  /** The error of a rerun before the end of the run (default `wrong_state`). */
  unfinished_rerun?: ErrorCode
  /** The configuration of its rerun, which works on every container from scratch (default: the same). */
  fromScratch?(payload: Payload): Payload
  /** The permissions a person needs to run, schedule or control it. */
  permissions(payload: Payload): { datastore_id: number; permission: TeamPermission }[]
  /** Fills in defaults and refuses what the data refuses (404, 409, 422); must not touch a source. Its answer is stored and echoed. */
  accept(context: RunContext, payload: Payload): Promise<Accepted>
  /** Refuses with 422 what a run takes and a schedule of such runs does not (default: nothing). */
  refuse_schedule?(payload: Payload): void
  /** Entries for the audit log beside that of the start, for what a run shows to whom it writes (default: none). */
  audited?(database: Queryable, payload: Accepted): Promise<NewAuditEntry[]>
  /** The status with every member at 0, so that readers find an object from the first moment. */
  initialStatus: Record<string, number>
  /** The kinds of its units; a run begins with the one whose kind is `plan`. */
  units: readonly UnitKind<Accepted>[]
  /**
   * Units that are done one after the other when no other is left to do, before the run is concluded: for what locks more than
   * the last unit may hold, or takes longer (default: none). `isDue` is asked in the transaction that ends the unit before.
   */
  closings?: readonly {
    unit: UnitKind<Accepted, object>
    isDue(transaction: Queryable, operation: RunOf<Accepted>): Promise<boolean>
  }[]
  /** Called in the transaction that ends the last unit. It locks nothing that another run may hold. */
  conclude(transaction: Queryable, operation: RunOf<Accepted>): Promise<Conclusion>
  /** Called after the run was aborted and its units cancelled; unfinished parts are marked here. */
  abort(transaction: Queryable, operationId: number): Promise<void>
  /** Called when an aborted or failed run is taken up again: what is not done waits again. Only called when `resumable`. */
  reopen(transaction: Queryable, operationId: number): Promise<void>
  /** Members of a run that are not in its payload, in lists too (default: none); `read` answers with each of `schema` for every run of these ids. */
  listed_details?: {
    schema: Record<string, TSchema>
    read(database: Queryable, operationIds: readonly number[]): Promise<Map<number, Record<string, unknown>>>
  }
  /** Those of the record of a single run alone (default: none); `read` answers with each of `schema`. */
  details?: {
    schema: Record<string, TSchema>
    read(database: Queryable, operationId: number): Promise<Record<string, unknown>>
  }
  /** Members of the run's record beyond the common ones, from a payload as it was stored, or as a schedule keeps it. */
  echo(payload: Payload): Record<string, unknown>
  /** The members that `echo` adds to those of the payload (default: none). */
  echoes?: Record<string, TSchema>
}

/** The kind of unit that begins a run. */
export const planKind = 'plan'

/** Infers the types of the payload from its schema and from what `accept` returns; the registry forgets them again. */
export function defineOperation<Schema extends TSchema, Accepted extends Static<Schema> & object>(
  operation: Operation<Static<Schema>, Accepted> & { payload: Schema },
): Operation {
  return operation
}

/** The unit of that kind; throws for one that this version of the service has not. */
export function unitKind(operation: Operation, kind: string): UnitKind {
  const found = operation.units.find((unit) => unit.kind === kind)
  if (!found) throw new Error(`A ${operation.trigger} has no units of the kind ${kind}.`)
  return found
}

/** A unit to be, of one kind and about `subject`; it reads in the datastore of its run unless another is named. */
export function seed<Subject extends object>(
  { kind, without_source }: UnitKind<never, Subject>,
  subject: Subject,
  where: Pick<UnitSeed, 'container_scan_id' | 'datastore_id'> = {},
): UnitSeed {
  return { kind, subject, ...where, needs_source: without_source !== true }
}
