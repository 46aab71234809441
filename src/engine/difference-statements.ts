import type { Tolerance } from '../rules/rule.ts'
import { keyText } from './key-text.ts'

/**
 * Statements of the staging area that find how the rows of `target` and `reference` differ. Both tables have `whole`
 * (a hash of all that is compared), `id` (the identifying values), `exact` (a hash of what must be equal), a column for
 * each value with a tolerance (`t0`, ...) and `shown`. They end in `difference(status, id, l, r)`.
 */
export function differenceStatements(tolerances: readonly Tolerance[], hasIds: boolean): string[] {
  return [
    // A hash aggregate, which spills: rows that are there as often on both sides are gone after it.
    `create table surplus as select whole, sum(side) as net from (
       select whole, 1 as side from target union all select whole, -1 from reference) group by whole having sum(side) <> 0`,
    surplusRows('removed', 'target', 's.net'),
    surplusRows('added', 'reference', '-s.net'),
    'drop table surplus',
    ...(hasIds ? pairedById(tolerances) : alone(tolerances)),
  ]
}

/** The most pairs of rows that a search within tolerances compares; one cell. */
export const toleratedPairs = `select coalesce(sum(n), 0) from (
  ${pairsOf('removed', 'reference')} union all ${pairsOf('added', 'target')})`

function pairsOf(one: string, other: string): string {
  const sizes = (table: string) => `(select exact, count(*) as n from ${table} group by exact)`
  return `select a.n * b.n as n from ${sizes(one)} a join ${sizes(other)} b using (exact)`
}

/** Tells `removed` and `added` rows that have an equal within the tolerances on the other side from those that have none. */
export function toleratedStatements(tolerances: readonly Tolerance[]): string[] {
  const without = (table: string, other: string, sides: [string, string]) => [
    // An inner join with a filter hashes; an anti join on the same condition would compare everything with everything.
    `create table kept as select distinct d.rowid as row from ${table} d join ${other} o on d.exact = o.exact where ${within(tolerances, ...sides)}`,
    `delete from ${table} where rowid in (select row from kept)`,
    'drop table kept',
  ]
  return [
    ...without('removed', 'reference', ['d', 'o']),
    ...without('added', 'target', ['o', 'd']),
    ...alone([]),
  ]
}

/** The rows beyond those that the other side has too. */
function surplusRows(name: string, from: string, surplus: string): string {
  return `create table ${name} as select t.* from ${from} t join surplus s on t.whole = s.whole
    where ${surplus} > 0 qualify row_number() over (partition by t.whole order by t.shown) <= ${surplus}`
}

function alone(tolerances: readonly Tolerance[]): string[] {
  // Those with a tolerance are looked at once the number of pairs is known to be bearable.
  if (tolerances.length > 0) return []
  return [
    `create table difference as select 'removed' as status, id, shown as l, null::varchar as r from removed
     union all select 'added', id, null, shown from added`,
  ]
}

/** Rows with the same id are paired in the order of their values, so that a repeated id meets as many as it can. */
function pairedById(tolerances: readonly Tolerance[]): string[] {
  const order = ['exact', ...tolerances.map((_, index) => `try_cast(t${index} as double), t${index}`)]
  const numbered = (table: string) =>
    `(select *, row_number() over (partition by id order by ${order.join(', ')}) as ordinal from ${table})`
  return [
    `create table difference as
     select case when r.id is null then 'removed' when l.id is null then 'added' else 'changed' end as status,
            coalesce(l.id, r.id) as id, l.shown as l, r.shown as r
     from ${numbered('removed')} l full join ${numbered('added')} r on l.id = r.id and l.ordinal = r.ordinal
     where not coalesce(l.exact = r.exact and ${within(tolerances, 'l', 'r')}, false)`,
  ]
}

/** TRUE when all values with a tolerance are equal within it; `left` is the alias of the target's row. */
function within(tolerances: readonly Tolerance[], left: string, right: string): string {
  const each = tolerances.map((tolerance, index) => {
    const [l, r] = [`${left}.t${index}`, `${right}.t${index}`]
    return `(${l} is not distinct from ${r} or coalesce(${near(tolerance, l, r)}, false))`
  })
  return each.length === 0 ? 'true' : `(${each.join(' and ')})`
}

// Differences of binary fractions are off in their last digits; a billionth of the bound is above that noise.
const slack = 1 + 1e-9

/** Up to 20 digits before and 17 behind the point fit a decimal, which subtracts exactly. */
const decimal = 'decimal(38, 17)'
const fitsDecimal = '^-?[0-9]{1,20}([.][0-9]{1,17})?$'

/** TRUE when two texts of the staging area stand for numbers or times within the tolerance; may be NULL. `l` is the judged value. */
export function near(tolerance: Tolerance, l: string, r: string): string {
  if (tolerance.of === 'white space') return 'false'
  if (tolerance.of === 'time') {
    const micros = (text: string) => `epoch_us(try_cast(${text} as timestamp))`
    return `abs(${micros(l)} - ${micros(r)}) <= ${tolerance.millis}::bigint * 1000`
  }
  const isExact = `regexp_matches(${l}, '${fitsDecimal}') and regexp_matches(${r}, '${fitsDecimal}')`
  const exactly = `abs(try_cast(${l} as ${decimal}) - try_cast(${r} as ${decimal}))`
  const double = (text: string) => `try_cast(${text} as double)`
  const roughly = `abs(${double(l)} - ${double(r)})`
  const finite = `isfinite(${double(l)}) and isfinite(${double(r)})`
  if (!tolerance.as_absolute) {
    const distance = `(case when ${isExact} then ${exactly}::double else ${roughly} end)`
    return `(${finite} and ${distance} * 100 <= abs(${double(l)}) * ${tolerance.epsilon}::double * ${slack})`
  }
  const bound = keyText(tolerance.epsilon) ?? '0'
  const rough = `${roughly} <= ${tolerance.epsilon}::double * ${slack}`
  const compared = new RegExp(fitsDecimal).test(bound)
    ? `case when ${isExact} then ${exactly} <= '${bound}'::${decimal} else ${rough} end`
    : rough
  return `(${finite} and ${compared})`
}
