import type { Expression } from '../sql/ast.ts'
import { and, caseWhen, number } from '../sql/build.ts'
import type { CheckDefinition } from '../model/check.ts'
import type { DiscoveredField } from '../model/field.ts'
import type { LostStatement } from '../model/container-scan-record.ts'
import type { ContainerReference } from '../model/container.ts'
import type { HeldSession } from '../connectors/connector.ts'
import type { StagingBounds } from '../connectors/duckdb/staging.ts'
import type { Increment } from './increment.ts'
import type { Judgement, Measurements, ReferencedContainer, RowRule, Rule, RuleInput } from '../rules/rule.ts'

/** A check that fits the container as it stands: its rule, what the rule may look at, and its filter with variables bound. */
export interface PreparedCheck<Kind extends Rule = Rule> {
  check: CheckDefinition
  rule: Kind
  input: RuleInput
  /** Null: every row is asserted. */
  filter: Expression | null
}

/** A check that has no answer: why, and what to do about it. */
export interface UnassertedCheck {
  check: CheckDefinition
  reason: string
}

/** Another container that checks compare with, and how to read it. */
export interface Reference extends ReferencedContainer {
  container: ContainerReference
  /** Names of its fields whose values must not show (default: none). */
  masked_fields?: ReadonlySet<string>
  /** Opens its datastore for `work`; null when it is the one being scanned, whose own session serves, in the same snapshot. */
  open: (<Result>(work: (session: HeldSession) => Promise<Result>) => Promise<Result>) | null
}

/** What people want measured of a container; checks of what is not tracked are unasserted. */
export interface Tracking {
  volume: boolean
  freshness: boolean
}

/** The checks that a scan evaluates, and its bounds. */
export interface ScanRequest {
  /** The containers that the checks refer to, by id. */
  references: ReadonlyMap<number, Reference>
  /** The measurements of earlier scans, by check id. */
  measurements: ReadonlyMap<number, Measurements>
  /** When the source says the container was last modified, ISO 8601 UTC; null when it does not say. */
  last_modified: string | null
  /** What is measured of the container (default: what its checks need, and nothing beside). */
  tracking?: Tracking
  /** Bounds of what is done outside the source: the staging area for comparisons across stores, and judging texts. */
  staging: StagingBounds
  container: ContainerReference
  /** The fields of the last sync; text files are read with these types. */
  known_fields: readonly DiscoveredField[]
  /** Names of fields whose values must not show in messages. */
  masked_fields: ReadonlySet<string>
  checks: readonly CheckDefinition[]
  /** Values of `{{ name }}` in filters and expressions, as SQL literals. */
  check_variables: Record<string, string>
  /** Above this many failing rows in a partition, a check's rows become one shape anomaly. */
  rollup_threshold: number
  /** Most source records kept per anomaly. */
  source_record_limit: number
  /** The rows that an incremental scan reads; null for a full scan. */
  increment: Increment | null
  /** True when only files that changed since the last scan are read (default false). */
  changed_files_only?: boolean
  /** The container's incremental field, of incremental scans or not (default: none). */
  incremental_field?: string | null
  /** Most records read from each partition; null for all. */
  record_cap: number | null
  /** False when every check is judged by its rows, however it could be proven (default true). */
  proves?: boolean
  /** Over which the connection was lost in earlier tries (default: none). */
  lost_statements?: readonly LostStatement[]
  /** Start of the container scan, ISO 8601 UTC. */
  now: string
}

/** The fields of the container, and of those that its checks refer to, whose values a source's own words may show. */
export function maskedInReach({ masked_fields, references }: ScanRequest): ReadonlySet<string> {
  const others = [...references.values()].flatMap((one) => [...(one.masked_fields ?? [])])
  return others.length === 0 ? masked_fields : new Set([...masked_fields, ...others])
}

/** The condition for a failing row of a row check, filter included; for `where` clauses. */
export function failingRows({ rule, input, filter }: PreparedCheck<RowRule>): Expression {
  const failing = rule.failing(input)
  return filter ? caseGuard(filter, failing) : failing
}

/** The judgement once coverage has forgiven what it may: exactly the share that it leaves passes. */
export function withinCoverage(
  judgement: Judgement,
  coverage: number,
  anomalous: number,
  asserted: number,
): Judgement {
  return judgement.failed && coverage < 1
    ? { ...judgement, failed: exceedsCoverage(coverage, anomalous, asserted) }
    : judgement
}

/** True when more of the asserted rows are anomalous than a coverage below 1 allows. */
export function exceedsCoverage(coverage: number, anomalous: number, asserted: number): boolean {
  // 1e-12 absorbs the rounding of the division, far below one row in any container.
  return asserted > 0 && anomalous / asserted > 1 - coverage + 1e-12
}

function caseGuard(filter: Expression, failing: Expression): Expression {
  return and(filter, {
    kind: 'compare',
    operator: '=',
    left: oneWhenFailing(filter, failing),
    right: number(1),
  })
}

/**
 * 1 for a failing row that passes the filter, else 0. The nested case keeps the filter in front: an engine may evaluate the sides of
 * `and` in any order, and the filter often guards the expression.
 */
export function oneWhenFailing(filter: Expression, failing: Expression): Expression {
  return caseWhen(filter, caseWhen(failing, number(1), number(0)), number(0))
}
