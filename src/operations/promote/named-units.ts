import type { Environment } from '../../access/context.ts'
import { RunFailure, ServiceError } from '../../kernel/errors.ts'
import type { DiscoveredField } from '../../model/field.ts'
import type { Principal } from '../../model/principal.ts'
import type { Progress, RunEnvironment, UnitWork } from '../../runs/operation.ts'
import type { Queryable } from '../../store/pool.ts'
import { userNamed } from '../../store/promoted-checks.ts'
import type { PromotedPair } from '../../store/promoted-pairs.ts'
import type { PendingEntity } from '../../store/promoted-entities.ts'
import {
  decideNamed,
  type Definition,
  type NamedDecision,
  type NamedRules,
  type NamedSituation,
  type Verdict,
  type WantedThing,
} from './decide-named.ts'
import { promotionUnits, type Outcome, type Way } from './promotion-units.ts'

/** Things that are written together: the store is asked about each that is new or changed. */
const batchSize = 10

/** A decision by which something is written. */
export interface Writing<D extends Definition> extends NamedDecision<D> {
  definition: D
}

/** What the writing of one thing knows. */
export interface Place<Payload, Loaded> {
  payload: Payload
  loaded: Loaded
  promoter: Principal
}

/** A thing that was made or changed, by its id at the destination. */
export interface WrittenThing<D extends Definition> {
  id: number
  decision: Writing<D>
}

/** One kind of computed things, and how they are carried to another place. */
export interface Carried<
  Payload,
  D extends Definition,
  Loaded extends { wanted: WantedThing<D>[] },
> extends Pick<Way<Payload>, 'select'> {
  rules: NamedRules<D>
  /** What a batch works on; throws RunFailure when an end of the promotion is gone. */
  load(environment: Environment, payload: Payload, entities: readonly PendingEntity[]): Promise<Loaded>
  /** The destination as it is, but for the verdicts. */
  situation(
    database: Queryable,
    payload: Payload,
    loaded: Loaded,
  ): Promise<Omit<NamedSituation<D>, 'verdicts'>>
  /** Asks the store of the destination for the fields; 422 is its refusal. */
  ask(
    environment: Environment,
    payload: Payload,
    loaded: Loaded,
    definition: D,
    signal: AbortSignal,
  ): Promise<readonly DiscoveredField[]>
  /** Keeps whoever writes such things from the destination until the transaction ends. */
  lock(transaction: Queryable, payload: Payload): Promise<void>
  /** Makes it; its id. */
  create(transaction: Queryable, place: Place<Payload, Loaded>, decision: Writing<D>): Promise<number>
  update(transaction: Queryable, place: Place<Payload, Loaded>, decision: Writing<D>): Promise<void>
  /** Remembers which thing stands for which. */
  remember(transaction: Queryable, payload: Payload, pairs: readonly PromotedPair[]): Promise<void>
  /** What follows when all is written, see `Progress.locked`. */
  finish(
    environment: RunEnvironment,
    place: Place<Payload, Loaded>,
    written: readonly WrittenThing<D>[],
  ): Progress['locked']
}

/** The units of a promotion of computed things. */
export function namedUnits<
  Payload extends { dry_run: boolean },
  D extends Definition,
  Loaded extends { wanted: WantedThing<D>[] },
>(carried: Carried<Payload, D, Loaded>) {
  return promotionUnits<Payload>({
    select: carried.select,
    sizeOf: () => batchSize,
    prepare: (work, entities) => prepare(carried, work, entities),
  })
}

async function prepare<
  Payload extends { dry_run: boolean },
  D extends Definition,
  Loaded extends { wanted: WantedThing<D>[] },
>(
  carried: Carried<Payload, D, Loaded>,
  { environment, operation, signal }: UnitWork<Payload>,
  entities: readonly PendingEntity[],
) {
  const { payload, triggered_by } = operation
  const promoter = await promoterOf(environment, triggered_by)
  const loaded = await carried.load(environment, payload, entities)
  const verdicts = new Map<number, Verdict>()
  const decide = async (database: Queryable) => {
    const situation = await carried.situation(database, payload, loaded)
    return decideNamed(loaded.wanted, { ...situation, verdicts }, carried.rules)
  }
  // What was asked may leave something else to be asked.
  for (;;) {
    const open = (await decide(environment.store.database)).filter(({ isOpen }) => isOpen)
    if (open.length === 0) break
    for (const { wanted, definition } of open) {
      if (!definition) continue
      const ask = () => carried.ask(environment, payload, loaded, definition, signal)
      verdicts.set(wanted.source_id, await verdictOf(ask))
    }
  }
  return async (transaction: Queryable) => {
    await carried.lock(transaction, payload)
    const decisions = await decide(transaction)
    if (decisions.some(({ isOpen }) => isOpen))
      throw new RunFailure('The destination was changed meanwhile.', { retryable: true })
    if (payload.dry_run) return { outcomes: decisions.map((decision) => outcomeOf(decision, new Map())) }
    const place = { payload, loaded, promoter }
    const { written, ids } = await write(carried, transaction, place, decisions)
    const locked = carried.finish(environment, place, written)
    const outcomes = decisions.map((decision) => outcomeOf(decision, ids))
    return { outcomes, ...(locked && { locked }) }
  }
}

/** The user in whose name the promotion works. */
async function promoterOf({ store }: Environment, userName: string): Promise<Principal> {
  const user = await userNamed(store.database, userName)
  if (!user)
    throw new RunFailure(`"${userName}" was deleted, who started it; somebody else can start it again.`)
  return { ...user, actor: { kind: 'user' } }
}

async function verdictOf(ask: () => Promise<readonly DiscoveredField[]>): Promise<Verdict> {
  try {
    return { fields: await ask() }
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'invalid') throw error
    return { refused: error.message }
  }
}

/** Writes what was decided in its order; the ids of what was made, by those that stood for them. */
async function write<Payload, D extends Definition, Loaded extends { wanted: WantedThing<D>[] }>(
  carried: Carried<Payload, D, Loaded>,
  transaction: Queryable,
  place: Place<Payload, Loaded>,
  decisions: readonly NamedDecision<D>[],
): Promise<{ written: WrittenThing<D>[]; ids: Map<number, number> }> {
  const ids = new Map<number, number>()
  const written: WrittenThing<D>[] = []
  const pairs: PromotedPair[] = []
  for (const decision of decisions) {
    const { wanted, result, counterpart, definition } = decision
    if (result === 'failed' || counterpart === null) continue
    let { id } = counterpart
    if (definition) {
      const writing = { ...decision, definition }
      if (result === 'created') {
        id = await carried.create(transaction, place, writing)
        ids.set(counterpart.id, id)
      } else await carried.update(transaction, place, writing)
      written.push({ id, decision: writing })
    }
    pairs.push({ source_id: wanted.source_id, destination_id: id })
  }
  await carried.remember(transaction, place.payload, pairs)
  return { written, ids }
}

function outcomeOf<D extends Definition>(
  { wanted, result, counterpart, message, changes }: NamedDecision<D>,
  ids: ReadonlyMap<number, number>,
): Outcome {
  const id = counterpart === null ? null : (ids.get(counterpart.id) ?? counterpart.id)
  return {
    id: wanted.entity,
    result,
    destination_entity_id: id !== null && id < 0 ? null : id,
    message,
    changes: result === 'updated' ? changes : null,
  }
}
