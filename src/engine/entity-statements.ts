import type { EntityTerms, Match } from '../rules/rule.ts'
import { near } from './difference-statements.ts'

/** A field that is scored, with its place among the columns `s0`, `e0` (spelling in bytes), `p0` (sound) and so on. */
export type ScoredField = EntityTerms['fields'][number] & { match: Exclude<Match, { of: 'exact' }> }

/** The columns of a scored field in `member` and `entity`. */
export const scoredColumns = (index: number): string[] => [`s${index}`, `e${index}`, `p${index}`]

/** The distinct variants of the scored fields in `member`, numbered; one that does not match even itself, because of NULLs, is left out. */
export function entityStatement(fields: readonly ScoredField[], threshold: number): string {
  const columns = fields.flatMap((_, index) => scoredColumns(index))
  const taken = ['entity', 'block', ...columns]
  const itself = scoreOf(fields, 'm', 'm')
  return `create table entity as select row_number() over (order by entity) - 1 as i, * from (
    select distinct ${taken.join(', ')} from member m where ${itself} >= ${threshold - slack})`
}

/** The number of pairs to compare; one cell. */
export const pairsToCompare =
  'select coalesce(sum(n * (n - 1) / 2), 0) from (select count(*)::double as n from entity group by block)'

/** Makes `pair(a, b)`: the numbers of variants that are one entity. */
export function pairsStatement(fields: readonly ScoredField[], threshold: number): string {
  return `create table pair as select a.i as a, b.i as b from entity a join entity b on a.block = b.block and a.i < b.i
    where ${scoreOf(fields, 'a', 'b')} >= ${threshold - slack}`
}

/** From `cluster(i, root)`: the values of each entity that has more than one, with their rows and one row to show. */
export const badStatement = `create table bad as
  with valued as (
    select c.root::bigint as root, m.v, sum(m.n::bigint) as n, min(m.shown) as shown
    from member m join entity e using (entity) join cluster c on c.i::bigint = e.i
    where m.v is not null group by c.root, m.v)
  select dense_rank() over (order by root) as id, v, n, shown from valued
  where root in (select root from valued group by root having count(*) > 1)`

/** Sums of products are off in their last digits. */
const slack = 1e-9

function scoreOf(fields: readonly ScoredField[], a: string, b: string): string {
  if (fields.length === 0) return '1'
  const total = fields.reduce((sum, { weight }) => sum + weight, 0)
  const parts = fields.map((field, index) => `${field.weight}::double * ${fieldScore(field, index, a, b)}`)
  return `((${parts.join(' + ')}) / ${total})`
}

function fieldScore({ match }: ScoredField, index: number, a: string, b: string): string {
  const [l, r] = [`${a}.s${index}`, `${b}.s${index}`]
  if (match.of !== 'spelling') return `(case when ${l} = ${r} or ${near(match, l, r)} then 1 else 0 end)`
  const [lBytes, rBytes] = [`${a}.e${index}`, `${b}.e${index}`]
  const longer = `greatest(strlen(${lBytes}), strlen(${rBytes}), 1)`
  const equals = [
    `${l} = ${r}`,
    ...(match.substrings
      ? [`(${l} <> '' and ${r} <> '' and (contains(${l}, ${r}) or contains(${r}, ${l})))`]
      : []),
    ...(match.homophones ? [`${a}.p${index} = ${b}.p${index}`] : []),
  ]
  // Texts that differ have a distance, even where their bytes happen to be the same.
  const distance = `greatest(damerau_levenshtein(${lBytes}, ${rBytes}), 1)`
  return `(case when ${l} is null or ${r} is null then 0 when ${equals.join(' or ')} then 1 else 1 - ${distance} / ${longer} end)`
}
