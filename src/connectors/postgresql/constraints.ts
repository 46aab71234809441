import type { Cell } from '../../kernel/cell.ts'
import type { FieldGuarantee, KeyGuarantee, ValueBounds } from '../connector.ts'
import { enforcedOn, uniqueKeys, wordsOfKey } from '../shared/tables.ts'
import { factsOf, type Fact } from './check-condition.ts'

/**
 * What the server enforces on the rows of a table of a quoted name ($1), and what keeps it from being believed:
 * - `check`: CHECK constraints on one column that are validated and enforced, and use functions and operators of the server alone,
 *   for others may say anything under the same names;
 * - `invalid`: columns that are NOT NULL for new rows only;
 * - `key`: columns of primary keys and unique indexes, which are whole, over columns alone, in the usual order of their types, and
 *   checked at once. Texts are believed in the order of their bytes only: an order of the system may change with its libraries, and
 *   the index then misses equal texts. A key WITHOUT OVERLAPS is none of these: it has a range, and its index is no B-tree;
 * - `foreign`: a partition that another server keeps, of which this one only assumes its constraints.
 */
export const constraintsSql = `with wanted (id) as (select pg_catalog.to_regclass($1)::pg_catalog.oid)
  select 'check', n.conname, a.attname, pg_catalog.quote_ident(a.attname), pg_catalog.pg_get_expr(n.conbin, n.conrelid),
      a.atttypid::int8, coalesce(l.collisdeterministic, true)
    from wanted join pg_catalog.pg_constraint n on n.conrelid = wanted.id and n.contype = 'c' and n.convalidated
    join pg_catalog.pg_attribute a on a.attrelid = n.conrelid and a.attnum = n.conkey[1]
    left join pg_catalog.pg_collation l on l.oid = a.attcollation
    where pg_catalog.cardinality(n.conkey) = 1 and coalesce((pg_catalog.to_jsonb(n) ->> 'conenforced')::bool, true)
      and not exists (select from pg_catalog.pg_depend d
        where d.classid = 'pg_catalog.pg_constraint'::regclass and d.objid = n.oid
          and d.refclassid in ('pg_catalog.pg_proc'::regclass, 'pg_catalog.pg_operator'::regclass))
  union all
  select 'invalid', n.conname, a.attname, null, null, null, null
    from wanted join pg_catalog.pg_constraint n on n.conrelid = wanted.id and n.contype = 'n' and not n.convalidated
    join pg_catalog.pg_attribute a on a.attrelid = n.conrelid and a.attnum = any(n.conkey)
  union all
  select * from (
    select 'key', k.relname, a.attname, null, null, i.indisprimary::int::int8,
        a.atttypid in (16, 20, 21, 23, 1082, 1114, 1184, 1700, 2950) and o.opcdefault
          or a.atttypid in (25, 1043) and o.opcdefault and a.attcollation in (950, 951) and i.indcollation[part.position - 1] = a.attcollation
      from wanted join pg_catalog.pg_index i on i.indrelid = wanted.id
      join pg_catalog.pg_class k on k.oid = i.indexrelid and k.relam = 403
      cross join lateral pg_catalog.unnest(i.indkey::int2[]) with ordinality as part (attnum, position)
      join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = part.attnum
      join pg_catalog.pg_opclass o on o.oid = i.indclass[part.position - 1]
      where i.indisunique and i.indisvalid and i.indisready and i.indimmediate
        and i.indpred is null and i.indexprs is null and part.position <= i.indnkeyatts
      order by i.indexrelid, part.position) as keys
  union all
  select 'foreign', null, null, null, null, null, null
    where exists (select from wanted, pg_catalog.pg_partition_tree(wanted.id) t
      join pg_catalog.pg_class f on f.oid = t.relid where f.relkind = 'f')`

/** What is known of a table without asking for its constraints, from the row of the catalogue that every scan reads. */
export interface TableFacts {
  /** A table that keeps its rows itself: no view, no foreign table, and none that shows the rows of heirs, which have rules of their own. */
  is_plain: boolean
  has_indexes: boolean
  /** True when it has CHECK constraints, or partitions to look at. */
  has_checks: boolean
  /** True where NOT NULL may hold for new rows only. */
  may_be_invalid: boolean
  /** Names of the columns that are NOT NULL. */
  present: Set<string>
}

/** What the constraints of one table hold of its rows. */
export interface Constraints {
  fields: ReadonlyMap<string, FieldGuarantee>
  keys: readonly KeyGuarantee[]
}

/** Nothing is known. */
export const noConstraints: Constraints = { fields: new Map(), keys: [] }

/** From the rows of `constraintsSql`, which are none where they were not asked for. */
export function constraintsOf({ present }: TableFacts, rows: readonly Cell[][]): Constraints {
  if (rows.some(([kind]) => kind === 'foreign')) return noConstraints
  const invalid = new Set(rows.flatMap(([kind, , column]) => (kind === 'invalid' ? String(column) : [])))
  const checks = Map.groupBy(
    rows.filter(([kind]) => kind === 'check'),
    ([, , column]) => String(column),
  )
  const fields = new Map<string, FieldGuarantee>()
  for (const name of new Set([...present, ...checks.keys()])) {
    const isPresent = present.has(name) && !invalid.has(name)
    const guarantee = guaranteeOf(name, isPresent, checks.get(name) ?? [])
    if (guarantee) fields.set(name, guarantee)
  }
  return { fields, keys: keysOf(rows) }
}

function keysOf(rows: readonly Cell[][]): KeyGuarantee[] {
  const parts = rows.filter(([kind]) => kind === 'key')
  const unfit = new Set(parts.flatMap(([, name, , , , , isFit]) => (isFit === true ? [] : String(name))))
  const listed = parts.map(([, name = null, column = null, , , isPrimary]) => [
    'table',
    name,
    Number(isPrimary) === 1,
    column,
  ])
  return (uniqueKeys(listed).get('table') ?? [])
    .filter(({ name }) => !unfit.has(name))
    .map((key) => ({ fields: key.fields, by: wordsOfKey(key) }))
}

/** Null when nothing is known of the field. */
function guaranteeOf(name: string, isNotNull: boolean, checks: readonly Cell[][]): FieldGuarantee | null {
  const reasons = isNotNull ? ['NOT NULL'] : []
  let isPresent = isNotNull
  let bounds: ValueBounds | null = null
  let texts: readonly string[] | undefined
  for (const [, check, , quoted, condition, type, isDeterministic] of checks) {
    const facts = factsOf(String(condition), String(quoted))
    if (facts.length > 0) reasons.push(`CHECK "${String(check)}"`)
    isPresent ||= facts.some(({ says }) => says === 'present')
    for (const fact of facts) {
      bounds = narrowed(bounds, fact, Number(type))
      if (fact.says === 'among' && textTypes.has(Number(type)) && isDeterministic === true)
        texts ??= fact.texts
    }
  }
  if (reasons.length === 0) return null
  return { is_present: isPresent, bounds, ...(texts && { texts }), by: enforcedOn(name, reasons) }
}

const textTypes: ReadonlySet<number> = new Set([25, 1043])
const wholeTypes: ReadonlySet<number> = new Set([20, 21, 23])

interface Kind {
  kind: ValueBounds['kind']
  /** The types of the constants that are compared with as they are. */
  constants: readonly string[]
  form: RegExp
}

const numbers: Kind = {
  kind: 'number',
  constants: ['smallint', 'integer', 'bigint', 'numeric'],
  form: /^-?\d+(?:\.\d+)?$/,
}
const moments = {
  kind: 'timestamp',
  form: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?(?:\+00)?$/,
} as const

/** By the numbers of the types: neither floats, which are not compared as the numbers that are written, nor texts, whose order differs. */
const kinds: Record<number, Kind> = {
  20: numbers,
  21: numbers,
  23: numbers,
  1700: numbers,
  1082: { kind: 'date', constants: ['date'], form: /^\d{4}-\d\d-\d\d$/ },
  1114: { ...moments, constants: ['timestamp without time zone'] },
  // The session's time zone is UTC.
  1184: { ...moments, constants: ['timestamp with time zone'] },
}

/** The bounds with those of a fact; where both say something of a side, what was known before stays, which is true as well. */
function narrowed(bounds: ValueBounds | null, fact: Fact, type: number): ValueBounds | null {
  const known = kinds[type]
  if (fact.says !== 'compares' || !known?.constants.includes(fact.type) || !known.form.test(fact.value))
    return bounds
  const value = fact.value.replace(/\+00$/, '')
  const all = bounds ?? { kind: known.kind, least: null, greatest: null }
  const { operator } = fact
  // Between whole numbers there is none.
  const step = wholeTypes.has(type) && /^-?\d+$/.test(value) ? BigInt(value) : null
  if (operator === '>' && step !== null) return withLeast(all, String(step + 1n), false)
  if (operator === '<' && step !== null) return withGreatest(all, String(step - 1n), false)
  switch (operator) {
    case '>':
    case '>=':
      return withLeast(all, value, operator === '>')
    case '<':
    case '<=':
      return withGreatest(all, value, operator === '<')
    case '=':
      return withGreatest(withLeast(all, value, false), value, false)
    default:
      return bounds
  }
}

const withLeast = (bounds: ValueBounds, least: string, excludes_least: boolean): ValueBounds =>
  bounds.least === null ? { ...bounds, least, excludes_least } : bounds

const withGreatest = (bounds: ValueBounds, greatest: string, excludes_greatest: boolean): ValueBounds =>
  bounds.greatest === null ? { ...bounds, greatest, excludes_greatest } : bounds
