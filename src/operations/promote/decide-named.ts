import { isDeepStrictEqual } from 'node:util'
import type { DiscoveredField } from '../../model/field.ts'
import type { MemberChange } from '../../model/promotion.ts'
import type { FieldUse } from '../../store/computed-uses.ts'
import type { PromotedPair } from '../../store/promoted-pairs.ts'
import { inTurn, type Table } from './in-turn.ts'

/** All of a computed thing that is carried to another place. */
export interface Definition {
  name: string
  /** What it is made of: another one is asked about in the store. */
  computation: object
  settings: object
  /** Sorted. */
  tags: readonly string[]
}

/** A thing of the source as it would stand at the destination. */
export interface WantedThing<D extends Definition> {
  /** The id of its row among the run's entities. */
  entity: number
  source_id: number
  /** Null: it is gone since the run began. */
  definition: D | null
  /** Why it cannot be there at all; null: nothing is known against it. */
  refusal: string | null
  /** Ids of the things at the destination that it is to read, over any number of others. */
  reads: ReadonlySet<number>
}

/** A thing of the destination; its id is negative as long as it is only to be made. */
export interface NamedCounterpart<D extends Definition> {
  id: number
  definition: D
  /** Its fields, or what it is itself when it is one; those that are masked are named in `masked`. */
  fields: readonly DiscoveredField[]
  masked: ReadonlySet<string>
  /** What is built on its fields. */
  uses: readonly FieldUse[]
}

/** What the store says of a computation: its fields, or why not. */
export type Verdict = { fields: readonly DiscoveredField[] } | { refused: string }

/** What the decisions rest on. */
export interface NamedSituation<D extends Definition> {
  /** The things of the destination that may stand for one of the source, by id. */
  there: ReadonlyMap<number, NamedCounterpart<D>>
  /** What else has a name there, in words such as `a table called "orders"`, by the key of the name. */
  foreign: ReadonlyMap<string, string>
  /** What an earlier promotion from the same source made or found. */
  earlier: readonly PromotedPair[]
  /** By the ids of the source. One without entry has not been asked about. */
  verdicts: ReadonlyMap<number, Verdict>
}

/** How things of one kind are compared. */
export interface NamedRules<D extends Definition> {
  /** Such as `computed table`. */
  noun: string
  /** Equal for names that cannot both be there. */
  keyOf(name: string): string
  /** The definition as it fits these fields, with a sentence on what does not fit; what does not stays as it is stored. */
  fit(
    wanted: D,
    stored: D | null,
    fields: readonly DiscoveredField[],
    masked: ReadonlySet<string>,
  ): { definition: D; message: string | null }
  /** What stands against giving the counterpart this definition with these fields (null: those that it has); null: nothing. */
  against(
    counterpart: NamedCounterpart<D>,
    definition: D,
    fields: readonly DiscoveredField[] | null,
  ): string | null
}

/** What becomes of one thing. */
export interface NamedDecision<D extends Definition> {
  wanted: WantedThing<D>
  result: 'created' | 'updated' | 'skipped' | 'failed'
  /** What stands for it; null: nothing. */
  counterpart: NamedCounterpart<D> | null
  /** As it is to be written; null: nothing is written. */
  definition: D | null
  /** Its fields as the store has just told them; null: they stay. */
  fields: readonly DiscoveredField[] | null
  changes: MemberChange[]
  message: string | null
  /** True: it depends on a verdict that is missing. */
  isOpen: boolean
}

/** What becomes of each thing, in the order in which it can be written. */
export function decideNamed<D extends Definition>(
  wanted: readonly WantedThing<D>[],
  situation: NamedSituation<D>,
  rules: NamedRules<D>,
): NamedDecision<D>[] {
  return inTurn(wanted, new NamedThings(situation, rules))
}

/** The computed things of the destination. */
class NamedThings<D extends Definition> implements Table<WantedThing<D>, NamedDecision<D>> {
  readonly #rules: NamedRules<D>
  readonly #situation: NamedSituation<D>
  readonly #there: Map<number, NamedCounterpart<D>>
  readonly #earlier: Map<number, number>
  readonly #standing: Map<number, number>
  readonly #barred = new WeakSet<NamedDecision<D>>()
  #made = 0

  constructor(situation: NamedSituation<D>, rules: NamedRules<D>) {
    this.#rules = rules
    this.#situation = situation
    this.#there = new Map(situation.there)
    this.#earlier = new Map(situation.earlier.map(({ source_id: from, destination_id: to }) => [from, to]))
    this.#standing = new Map(situation.earlier.map(({ source_id: from, destination_id: to }) => [to, from]))
  }

  bars(decision: NamedDecision<D>): boolean {
    return this.#barred.has(decision)
  }

  keep({ wanted, result, counterpart, definition, fields }: NamedDecision<D>): void {
    if (counterpart === null || result === 'failed') return
    const { id } = counterpart
    if (definition) this.#there.set(id, { ...counterpart, definition, fields: fields ?? counterpart.fields })
    this.#standing.set(id, wanted.source_id)
  }

  decide(wanted: WantedThing<D>): NamedDecision<D> {
    const { definition, refusal, source_id } = wanted
    const { noun, keyOf } = this.#rules
    if (definition === null) return failed(wanted, `The ${noun} was deleted after the run began.`)
    if (refusal !== null) return failed(wanted, refusal)
    const key = keyOf(definition.name)
    const earlier = this.#there.get(this.#earlier.get(source_id) ?? 0)
    const namesake = this.#there.values().find((other) => keyOf(other.definition.name) === key)
    if (earlier && namesake && namesake.id !== earlier.id) {
      const message = `The destination has another ${noun} called "${namesake.definition.name}", so the one that stands for it cannot be called so.`
      return this.#bar({ ...failed(wanted, message), counterpart: earlier })
    }
    const standsFor = namesake && this.#standing.get(namesake.id)
    if (!earlier && namesake && standsFor !== undefined && standsFor !== source_id) {
      const message = `"${namesake.definition.name}" of the destination stands for another ${noun} of the source (${standsFor}), which was promoted there before.`
      return this.#bar(failed(wanted, message))
    }
    const foreign = this.#situation.foreign.get(key)
    if (foreign !== undefined)
      return failed(wanted, `The destination has ${foreign}, which no ${noun} takes the place of.`)
    const counterpart = earlier ?? namesake
    return counterpart ? this.#renew(wanted, definition, counterpart) : this.#make(wanted, definition)
  }

  #bar(decision: NamedDecision<D>): NamedDecision<D> {
    this.#barred.add(decision)
    return decision
  }

  #make(wanted: WantedThing<D>, definition: D): NamedDecision<D> {
    const verdict = this.#situation.verdicts.get(wanted.source_id)
    if (verdict && 'refused' in verdict) return failed(wanted, refusedBy(verdict.refused))
    const fields = verdict?.fields ?? []
    const { definition: made, message } = this.#rules.fit(definition, null, fields, new Set())
    this.#made += 1
    const counterpart = { id: -this.#made, definition: made, fields, masked: new Set<string>(), uses: [] }
    return {
      ...kept(wanted, counterpart, message),
      result: 'created',
      definition: made,
      fields,
      isOpen: verdict === undefined,
    }
  }

  #renew(wanted: WantedThing<D>, definition: D, counterpart: NamedCounterpart<D>): NamedDecision<D> {
    const { keyOf, noun, fit, against } = this.#rules
    const { definition: stored, masked, id } = counterpart
    if (wanted.reads.has(id)) return failed(wanted, `The ${noun} "${stored.name}" would read itself.`)
    const isSame = isDeepStrictEqual(definition.computation, stored.computation)
    const verdict = isSame ? { fields: counterpart.fields } : this.#situation.verdicts.get(wanted.source_id)
    if (verdict && 'refused' in verdict) return { ...failed(wanted, refusedBy(verdict.refused)), counterpart }
    const fields = verdict?.fields ?? counterpart.fields
    const name = keyOf(stored.name) === keyOf(definition.name) ? stored.name : definition.name
    const tags = [...new Set([...stored.tags, ...definition.tags])].sort()
    const { definition: renewed, message } = fit({ ...definition, name, tags }, stored, fields, masked)
    const changes = changesOf(stored, renewed)
    if (changes.length === 0) return kept(wanted, counterpart, message)
    const obstacle = verdict === undefined ? null : against(counterpart, renewed, isSame ? null : fields)
    if (obstacle !== null) return { ...failed(wanted, obstacle), counterpart }
    return {
      ...kept(wanted, counterpart, message),
      result: 'updated',
      definition: renewed,
      fields: isSame ? null : fields,
      changes,
      isOpen: verdict === undefined,
    }
  }
}

const refusedBy = (reason: string): string => `The destination refuses it: ${reason}`

function kept<D extends Definition>(
  wanted: WantedThing<D>,
  counterpart: NamedCounterpart<D> | null,
  message: string | null,
): NamedDecision<D> {
  return {
    wanted,
    result: 'skipped',
    counterpart,
    definition: null,
    fields: null,
    changes: [],
    message,
    isOpen: false,
  }
}

function failed<D extends Definition>(wanted: WantedThing<D>, message: string): NamedDecision<D> {
  return { ...kept(wanted, null, message), result: 'failed' }
}

function changesOf(stored: Definition, renewed: Definition): MemberChange[] {
  const flat = ({ name, computation, settings, tags }: Definition): Record<string, unknown> => ({
    name,
    ...computation,
    ...settings,
    tags,
  })
  const [from, to] = [flat(stored), flat(renewed)]
  return Object.keys(to)
    .filter((member) => !isDeepStrictEqual(from[member], to[member]))
    .map((member) => ({ member, from: from[member] ?? null, to: to[member] ?? null }))
}
