import type { Anomaly, CheckResult, OperationContainer } from '../../api/api.generated.ts'

/** The same thing in two runs. */
export interface InBoth<Thing> {
  before: Thing
  now: Thing
}

/** How the verdict on a check has moved, the worst first; a check with the same verdict is in none. */
export interface MovedVerdicts {
  failsNow: InBoth<CheckResult>[]
  notJudgedNow: InBoth<CheckResult>[]
  passesNow: InBoth<CheckResult>[]
  /** Those that could not be judged before, and fail now, are in `failsNow`. */
  same: number
}

/** Checks that both runs came to, by how their verdicts moved. */
export function moved(before: readonly CheckResult[], now: readonly CheckResult[]): MovedVerdicts {
  const both = pairs(before, now, ({ id }) => id)
  const other = both.filter((one) => one.before.assertion_result !== one.now.assertion_result)
  const to = (verdict: CheckResult['assertion_result']) =>
    other.filter(({ now: { assertion_result } }) => assertion_result === verdict)
  return {
    failsNow: to('failed'),
    notJudgedNow: to('unasserted'),
    passesNow: to('passed'),
    same: both.length - other.length,
  }
}

/** Containers of which both runs have said something, those first whose time has changed most. */
export function timed(
  before: readonly OperationContainer[],
  now: readonly OperationContainer[],
): InBoth<OperationContainer>[] {
  return pairs(before, now, ({ container }) => container.id).toSorted(
    (one, other) => Math.abs(slower(other) ?? 0) - Math.abs(slower(one) ?? 0),
  )
}

/** How many milliseconds more it took now; null: one of them has no time. */
export function slower({ before, now }: InBoth<OperationContainer>): number | null {
  const first = took(before)
  const second = took(now)
  return first === null || second === null ? null : second - first
}

/** How long it took, milliseconds; null: it did not begin or did not end. */
export function took(of: { start_time: string | null; end_time: string | null }): number | null {
  return of.start_time === null || of.end_time === null
    ? null
    : Math.max(0, Date.parse(of.end_time) - Date.parse(of.start_time))
}

/** Those of `some` that `others` has not, in containers that both runs have scanned: of the rest one of the runs says nothing. */
export function without(
  some: readonly Anomaly[],
  others: readonly Anomaly[],
  scanned: ReadonlySet<number>,
): Anomaly[] {
  const known = new Set(others.map(({ id }) => id))
  return some.filter(({ id, container }) => !known.has(id) && scanned.has(container.id))
}

function pairs<Thing>(
  before: readonly Thing[],
  now: readonly Thing[],
  keyOf: (thing: Thing) => number,
): InBoth<Thing>[] {
  const former = new Map(before.map((thing) => [keyOf(thing), thing]))
  return now.flatMap((thing) => {
    const one = former.get(keyOf(thing))
    return one === undefined ? [] : [{ before: one, now: thing }]
  })
}
