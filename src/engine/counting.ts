import type { Session } from '../connectors/connector.ts'
import { messageOf } from '../kernel/errors.ts'
import { ownSql } from '../rules/own-sql.ts'
import type { RowRule } from '../rules/rule.ts'
import type { Relation } from '../sql/ast.ts'
import type { PreparedCheck, ScanRequest, UnassertedCheck } from './check.ts'
import type { ContainerPlan } from './container-plan.ts'
import type { CheckCounts, CountedCheck } from './count-checks.ts'
import { about } from './noted-session.ts'
import { givenUp, isSuspected } from './lost-statements.ts'
import type { Proofs } from './proof/proofs.ts'
import type { RowSearch } from './families/family.ts'
import { familyOf } from './families/table.ts'
import { reasonOrThrow } from './refusal.ts'

/** A check whose failing values the service finds itself, from those that the source hands over. */
type FoundByService = Extract<RowSearch, { by: 'service' }> & { prepared: PreparedCheck }

/** The checks of a container as a partition is counted. */
export interface Counting {
  /** All that the counting pass counts for. */
  counted: CountedCheck[]
  /** Of those, the ones that the source judges row by row. */
  by_source: PreparedCheck<RowRule>[]
  by_service: FoundByService[]
  /** Checks that cannot be counted at all. */
  unasserted: UnassertedCheck[]
}

/** Asks the family of each check what is counted for it. */
export function countingOf(
  session: Session,
  { checks, request }: Pick<ContainerPlan, 'checks' | 'request'>,
): Counting {
  const counting: Counting = { counted: [], by_source: [], by_service: [], unasserted: [] }
  for (const prepared of checks) {
    const family = familyOf(prepared.rule)
    const refused = givenUp(request, prepared)
    if (refused !== null) {
      counting.unasserted.push(refused)
      continue
    }
    switch (family.judges) {
      case 'rows':
        addSearch(
          counting,
          { prepared, is_suspected: isSuspected(request, prepared) },
          searchOr(() => family.search(about(session, [prepared.check.id]), prepared, request)),
        )
        break
      case 'container':
        counting.counted.push({
          prepared,
          failing: null,
          measures: family.measures(prepared),
          is_slow: mayTakeAnyTime(prepared),
          is_suspected: isSuspected(request, prepared),
        })
        break
      case 'fields':
      case 'partition':
        // No column is counted for them.
        break
    }
  }
  return counting
}

/** People's SQL and patterns, and other containers, may take any time, whatever the number of rows. */
function mayTakeAnyTime({ check, rule, filter }: PreparedCheck): boolean {
  return (
    filter !== null ||
    Object.keys(ownSql(check)).length > 0 ||
    (rule.pattern_properties ?? []).some((name) => name in check.properties) ||
    (rule.references?.(check.properties) ?? []).length > 0
  )
}

/** True when the verdicts read the rows by further statements, whatever the counting pass finds. */
export function readsAgain(
  { by_service }: Counting,
  { checks, request }: Pick<ContainerPlan, 'checks' | 'request'>,
): boolean {
  return by_service.length > 0 || request.increment !== null || rereading(checks) > 0
}

/** How many of the checks read the rows once more for their verdict on the container. */
export function rereading(checks: readonly PreparedCheck[]): number {
  const families = checks.map(({ rule }) => familyOf(rule))
  return families.filter((family) => family.judges === 'container' && family.reads_rows).length
}

/** The search, or the sentence that says why there is none. */
function searchOr(search: () => RowSearch): RowSearch | string {
  try {
    return search()
  } catch (error) {
    return messageOf(error)
  }
}

function addSearch(
  into: Counting,
  { prepared, is_suspected }: Pick<CountedCheck, 'prepared' | 'is_suspected'>,
  search: RowSearch | string,
): void {
  if (typeof search === 'string') {
    into.unasserted.push({ check: prepared.check, reason: search })
    return
  }
  const is_slow = mayTakeAnyTime(prepared)
  if (search.by === 'service') {
    into.counted.push({ prepared, failing: null, measures: {}, is_slow, is_suspected })
    into.by_service.push({ ...search, prepared })
    return
  }
  const { rule, input } = search.prepared
  const failing = rule.failing(input)
  into.counted.push({ prepared: search.prepared, failing, measures: {}, is_slow, is_suspected })
  into.by_source.push(search.prepared)
}

/**
 * Finds the failing values of checks that the source cannot judge by itself, and hands them back as row checks; their
 * failing rows are counted into the totals of the pass. One that fails is unasserted and disturbs no other.
 */
export async function findByService(
  relation: Relation,
  searches: readonly FoundByService[],
  counts: Pick<CheckCounts, 'totals' | 'unasserted'>,
  request: ScanRequest,
): Promise<PreparedCheck<RowRule>[]> {
  const found: PreparedCheck<RowRule>[] = []
  for (const { prepared, find } of searches) {
    const totals = counts.totals.get(prepared.check.id)
    if (!totals) continue
    try {
      const { prepared: judged, anomalous } = await find(relation)
      counts.totals.set(judged.check.id, { ...totals, anomalous })
      found.push(judged)
    } catch (error) {
      counts.totals.delete(prepared.check.id)
      counts.unasserted.push({ check: prepared.check, reason: reasonOrThrow(error, request) })
    }
  }
  return found
}

/** What is counted, without the failing rows of proven checks: a column that only such checks are about is then not read. */
export function withoutProven(counted: readonly CountedCheck[], proofs: Proofs): CountedCheck[] {
  return counted.map((one) => (proofs.has(one.prepared.check.id) ? { ...one, failing: null } : one))
}
