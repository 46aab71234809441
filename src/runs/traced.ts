import { afterwards } from '../access/within.ts'
import type { Span, SpanAttributes } from '../kernel/tracing.ts'
import { hasEnded } from '../model/operation.ts'
import { findOperation, type OperationRow } from '../store/operations.ts'
import type { HeldUnit } from '../store/queue/claim.ts'
import type { RunEnvironment } from './operation.ts'

/** An attempt at a unit: its span begins with the first thing that is told of it, as units claimed together wait for each other. */
class UnitSpan implements Span {
  readonly #start: () => Span
  #span: Span | null = null

  constructor(start: () => Span) {
    this.#start = start
  }

  begin(...given: Parameters<Span['begin']>): Span {
    return this.#begun().begin(...given)
  }

  note(...given: Parameters<Span['note']>): void {
    this.#begun().note(...given)
  }

  end(error?: string): void {
    this.#span?.end(error)
  }

  #begun(): Span {
    return (this.#span ??= this.#start())
  }
}

/** The environment of an attempt at a unit, with the span of that where runs are traced. */
export function tracedUnit(
  environment: RunEnvironment,
  operation: OperationRow,
  { id, kind, attempt }: HeldUnit,
): RunEnvironment {
  const { tracing } = environment
  if (!tracing) return environment
  const attributes = {
    ...identifying(operation),
    'assay.unit.id': id,
    'assay.unit.kind': kind,
    'assay.unit.attempt': attempt,
  }
  const name = `${operation.trigger_type} ${kind}`
  return { ...environment, span: new UnitSpan(() => tracing.begin(operation, name, attributes)) }
}

/** Shows a run that has ended, by a transaction that was committed; one that was taken up again meanwhile is shown by its next end. */
export async function traceEnd(environment: RunEnvironment, id: number): Promise<void> {
  if (!environment.tracing) return
  // What ended has ended, whether it can be shown or not.
  const operation = await findOperation(environment.store.database, id).catch(() => null)
  if (operation && hasEnded(operation.result)) record(environment, operation)
}

/** Shows a run that the open transaction aborts, once it is committed; after that the run may be gone, or have been resumed. */
export async function traceAbort(environment: RunEnvironment, operation: OperationRow): Promise<void> {
  if (!environment.tracing) return
  // The abort has ended the run, whether it can be shown or not.
  await afterwards(environment, async (database) => {
    const now = await findOperation(database, operation.id)
    const isUndone = now?.dispatched === operation.dispatched && !hasEnded(now.result)
    if (!isUndone) record(environment, { ...operation, result: 'aborted' })
  })
}

/** The header `traceparent` of what is told of a run; null where no trace is made of it, or there is no such run. */
export async function traceHeaderOf(
  { tracing, store }: RunEnvironment,
  operationId: number | null,
): Promise<string | null> {
  if (!tracing || operationId === null) return null
  const operation = await findOperation(store.database, operationId)
  return operation && tracing.headerOf(operation)
}

function record({ tracing }: RunEnvironment, operation: OperationRow): void {
  const { result, status, end_time } = operation
  tracing?.record(
    { ...operation, end: end_time, ...(result === 'failure' && { error: 'failure' }) },
    operation.trigger_type,
    {
      ...identifying(operation),
      'assay.operation.type': operation.type,
      'assay.operation.result': result,
      ...numbersOf(status),
    },
  )
}

/** The numbers that a unit adds to its run, or those of the run, as attributes. */
export const numbersOf = (status: object): SpanAttributes =>
  Object.fromEntries(
    Object.entries(status).flatMap(([name, value]) =>
      typeof value === 'number' ? [[`assay.status.${name}`, value]] : [],
    ),
  )

const identifying = ({ id, datastore_id }: OperationRow) => ({
  'assay.operation.id': id,
  'assay.datastore.id': datastore_id,
})
