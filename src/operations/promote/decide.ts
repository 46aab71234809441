import {
  definitionKey,
  isSameContent,
  isSameTest,
  type CheckContent,
} from '../../services/checks/definition.ts'
import { followsLocked } from '../../services/checks/locked-template.ts'
import type { MemberChange } from '../../model/promotion.ts'
import { inTurn, type Table } from './in-turn.ts'

/** A check of the source as it would stand at the destination. */
export interface WantedCheck {
  /** The id of its row among the run's entities. */
  entity: number
  source_id: number
  /** Null: the check is gone or put away since the run began. */
  content: CheckContent | null
  /** Sentences on what of it is not there. */
  unresolved: readonly string[]
}

/** A check of the destination; its id is negative as long as it is only to be made. */
export interface Counterpart {
  id: number
  content: CheckContent
  /** The template that it follows in what it tests, if that is locked; null: there is none. */
  locked_template_id: number | null
}

/** What the decisions rest on. */
export interface Situation {
  /** The Active and Draft checks of the destination that may stand for one of the source, by id. */
  open: ReadonlyMap<number, Counterpart>
  /** The check of the destination that an earlier promotion made or found, by that of the source. */
  earlier: ReadonlyMap<number, number>
  /** The other way round, for checks of the source that are in force: which of them each stands for. */
  standing: ReadonlyMap<number, number>
  as_draft: boolean
  /** Who owns the checks that are made; null: nobody. */
  owner_id: number | null
  /** What stands against a check that would be Active, by the id of the source's; null: nothing. One without entry is not assessed yet. */
  verdicts: ReadonlyMap<number, string | null>
}

/** What becomes of one check. */
export interface Decision {
  wanted: WantedCheck
  result: 'created' | 'updated' | 'skipped' | 'failed'
  /** What stands for it; null: nothing. */
  counterpart: Counterpart | null
  /** False: the counterpart stands for another check of the source. */
  isOwn: boolean
  /** As it is to be written; null: nothing is written. */
  content: CheckContent | null
  changes: MemberChange[]
  message: string | null
  /** True: it depends on a verdict that is missing. */
  isOpen: boolean
}

const members = [
  'description',
  'fields',
  'filter',
  'coverage',
  'properties',
  'anomaly_message_field',
  'additional_metadata',
  'tags',
] as const satisfies readonly (keyof CheckContent)[]

/** What becomes of each check; the answer has the order of `wanted`. */
export function decide(wanted: readonly WantedCheck[], situation: Situation): Decision[] {
  const decisions = new Map(
    inTurn(wanted, new OpenChecks(situation)).map((decision) => [decision.wanted.entity, decision]),
  )
  return wanted.flatMap(({ entity }) => decisions.get(entity) ?? [])
}

/** The Active and Draft checks of the destination. */
class OpenChecks implements Table<WantedCheck, Decision> {
  readonly #situation: Situation
  readonly #open: Map<number, Counterpart>
  readonly #byKey = new Map<string, Set<number>>()
  readonly #standing: Map<number, number>
  readonly #barred = new WeakSet<Decision>()
  #made = 0

  constructor(situation: Situation) {
    this.#situation = situation
    this.#open = new Map(situation.open)
    this.#standing = new Map(situation.standing)
    for (const counterpart of this.#open.values()) this.#index(counterpart)
  }

  bars(decision: Decision): boolean {
    return this.#barred.has(decision)
  }

  decide(wanted: WantedCheck): Decision {
    const { content } = wanted
    if (content === null) return failed(wanted, 'The check was put away or deleted after the run began.')
    const earlier = this.#open.get(this.#situation.earlier.get(wanted.source_id) ?? 0)
    if (earlier) return this.#renew(wanted, content, earlier)
    const alike = this.#alike(definitionKey(content))
    const free = alike.find(({ id }) => !this.#standing.has(id))
    if (free) return this.#renew(wanted, content, free)
    const [taken] = alike
    if (taken) {
      const message = `Check ${this.#standing.get(taken.id)} of the source tests the same and is promoted already.`
      return { ...kept(wanted, taken, message), isOwn: false }
    }
    return this.#make(wanted, content)
  }

  keep({ wanted, counterpart, content, isOwn }: Decision): void {
    if (counterpart === null || !isOwn) return
    if (content !== null) {
      this.#unindex(counterpart.id)
      this.#index({ ...counterpart, content })
    }
    this.#standing.set(counterpart.id, wanted.source_id)
  }

  #make(wanted: WantedCheck, content: CheckContent): Decision {
    const { as_draft, owner_id } = this.#situation
    const status = as_draft ? 'Draft' : 'Active'
    const made: CheckContent = { ...content, status, owner_id, default_anomaly_assignee_id: null }
    const against = this.#against(wanted, made)
    if (typeof against === 'string') return failed(wanted, against)
    this.#made += 1
    return {
      ...kept(wanted, { id: -this.#made, content: made, locked_template_id: null }, draftMessage(wanted)),
      result: 'created',
      content: made,
      isOpen: against === undefined,
    }
  }

  #renew(wanted: WantedCheck, content: CheckContent, counterpart: Counterpart): Decision {
    const { content: stored } = counterpart
    const renewed: CheckContent = {
      ...content,
      status: stored.status,
      owner_id: stored.owner_id,
      default_anomaly_assignee_id: stored.default_anomaly_assignee_id,
      tags: [...new Set([...stored.tags, ...content.tags])].sort(),
    }
    const message = draftMessage(wanted) ?? this.#stayingDraft(counterpart)
    if (isSameContent(stored, renewed)) return kept(wanted, counterpart, message)
    const { id, locked_template_id: template } = counterpart
    if (template !== null && !isSameTest(stored, renewed))
      return { ...failed(wanted, followsLocked(id, template)), counterpart }
    const equal = this.#equalActive(counterpart.id, renewed)
    if (equal) {
      const refused = `The Active check ${shownId(equal)} of the destination tests the same already, so check ${counterpart.id} was left as it is.`
      const decision = { ...failed(wanted, refused), counterpart }
      this.#barred.add(decision)
      return decision
    }
    const against = this.#against(wanted, renewed)
    if (typeof against === 'string') return { ...failed(wanted, against), counterpart }
    return {
      ...kept(wanted, counterpart, message),
      result: 'updated',
      content: renewed,
      changes: changesOf(stored, renewed),
      isOpen: against === undefined,
    }
  }

  /** Said to who wants checks in force: a status of the destination is its own. */
  #stayingDraft({ id, content }: Counterpart): string | null {
    if (this.#situation.as_draft || content.status !== 'Draft') return null
    return `Check ${id} of the destination was a Draft, and stays one: activate it there.`
  }

  /** What stands against writing the content; null: nothing, undefined: it is not assessed yet. */
  #against({ source_id, unresolved }: WantedCheck, content: CheckContent): string | null | undefined {
    if (content.status !== 'Active') return null
    if (unresolved.length > 0) return unresolved.join(' ')
    const verdict = this.#situation.verdicts.get(source_id)
    return typeof verdict === 'string' ? `The destination refuses it: ${verdict}` : verdict
  }

  #equalActive(id: number, content: CheckContent): Counterpart | undefined {
    if (content.status !== 'Active') return undefined
    return this.#alike(definitionKey(content)).find(
      (other) => other.id !== id && other.content.status === 'Active',
    )
  }

  /** The open checks that test this, Active ones first. */
  #alike(key: string): Counterpart[] {
    const found = [...(this.#byKey.get(key) ?? [])].flatMap((id) => this.#open.get(id) ?? [])
    const rank = ({ id, content }: Counterpart) => [
      content.status === 'Active' ? 0 : 1,
      id < 0 ? 1 : 0,
      Math.abs(id),
    ]
    return found.sort((one, other) => compare(rank(one), rank(other)))
  }

  #index(counterpart: Counterpart): void {
    this.#open.set(counterpart.id, counterpart)
    const key = definitionKey(counterpart.content)
    const ids = this.#byKey.get(key) ?? new Set()
    this.#byKey.set(key, ids.add(counterpart.id))
  }

  #unindex(id: number): void {
    const known = this.#open.get(id)
    if (known) this.#byKey.get(definitionKey(known.content))?.delete(id)
  }
}

const shownId = ({ id }: Counterpart): string => (id < 0 ? 'that was just made' : String(id))

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index])
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}

function kept(wanted: WantedCheck, counterpart: Counterpart, message: string | null): Decision {
  return {
    wanted,
    result: 'skipped',
    counterpart,
    isOwn: true,
    content: null,
    changes: [],
    message,
    isOpen: false,
  }
}

function failed(wanted: WantedCheck, message: string): Decision {
  return {
    wanted,
    result: 'failed',
    counterpart: null,
    isOwn: false,
    content: null,
    changes: [],
    message,
    isOpen: false,
  }
}

/** Of a check that is not Active, for else it would have been refused. */
function draftMessage({ unresolved }: WantedCheck): string | null {
  return unresolved.length === 0
    ? null
    : `${unresolved.join(' ')} It is a Draft without them: complete it at the destination, then activate it.`
}

function changesOf(stored: CheckContent, renewed: CheckContent): MemberChange[] {
  return members
    .filter((member) => JSON.stringify(stored[member]) !== JSON.stringify(renewed[member]))
    .map((member) => ({ member, from: stored[member], to: renewed[member] }))
}
