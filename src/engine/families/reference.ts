import { cellToNumber } from '../../kernel/cell.ts'
import type { Session } from '../../connectors/connector.ts'
import { readable } from '../../connectors/readable.ts'
import { Staging } from '../../connectors/duckdb/staging.ts'
import type { DiscoveredField } from '../../model/field.ts'
import type { ReferencedValues, ReferenceRule, RowRule } from '../../rules/rule.ts'
import type { Expression, Relation, Select } from '../../sql/ast.ts'
import { and, column, isNotNull, not, select, userExpression } from '../../sql/build.ts'
import { printSelect } from '../../sql/print.ts'
import type { PreparedCheck, Reference, ScanRequest } from '../check.ts'
import { boundExpression } from '../prepare.ts'
import { allRows } from '../relation.ts'
import { distinctValues, foundValues, keysOf, namedValues } from '../values.ts'
import { filterOnly, noOwnColumns, type FoundValues, type RowsFamily } from './family.ts'
import { rowRule } from './row.ts'

/** Each row by whether its value is among those of another container: compared by the source where both lie in it, else here. */
export const reference: RowsFamily<ReferenceRule> = {
  judges: 'rows',
  search(session, prepared, request) {
    const { reference: other } = referenceOf(prepared, request)
    return other.open === null
      ? { by: 'source', prepared: asRowCheck(session, prepared, request) }
      : { by: 'service', find: (relation) => compareValues(session, relation, prepared, request) }
  },
  tries: filterOnly,
  category: () => 'data_integrity',
  own_columns: noOwnColumns,
  keeps_measurements: false,
  tells: 'counts',
}

/** The other container of a reference check. It is there: the check was prepared with it. */
function referenceOf(
  { input, rule }: PreparedCheck<ReferenceRule>,
  request: ScanRequest,
): { values: ReferencedValues; reference: Reference } {
  const values = rule.values(input)
  const reference = request.references.get(values.container_id)
  if (!reference) throw new Error(`The container ${values.container_id} was not loaded for this scan.`)
  return { values, reference }
}

/**
 * A reference check as a row check, when both containers lie in the datastore that the session is open on: the source
 * compares them itself, in one statement and one snapshot.
 */
function asRowCheck(
  session: Session,
  prepared: PreparedCheck<ReferenceRule>,
  request: ScanRequest,
): PreparedCheck<RowRule> {
  const { values, reference } = referenceOf(prepared, request)
  const relation = allRows(session, reference.container, reference.fields)
  const filter =
    values.filter === null ? null : boundExpression(values.filter, request.check_variables, session.dialect)
  const value = column(prepared.input.field)
  const isPresent: Expression = {
    kind: 'in_query',
    operands: [value],
    query: valuesOf(relation, values.field, filter),
  }
  const failing = prepared.rule.fails_when === 'present' ? isPresent : not(isPresent)
  return { ...prepared, rule: rowRule(prepared.rule, and(isNotNull(value), failing)) }
}

/** The distinct values that are there, NULL left out: `not in` a list with NULL would never be true. */
function valuesOf(relation: Relation, field: DiscoveredField, filter: string | null): Select {
  const present = isNotNull(column(field))
  return select({
    items: [{ expression: column(field), alias: 'v' }],
    from: relation,
    where: filter === null ? present : and(userExpression(filter), present),
    group_by: [column(field)],
  })
}

/**
 * Values of the field that are absent from (or present in) a container of another store. Both sides' distinct values are
 * put beside each other in the staging area, which spills to disk: neither store sees the other's data.
 */
async function compareValues(
  session: Session,
  relation: Relation,
  prepared: PreparedCheck<ReferenceRule>,
  request: ScanRequest,
): Promise<FoundValues> {
  const { values, reference } = referenceOf(prepared, request)
  if (reference.open === null)
    throw new Error('A container of the same datastore is compared by the source itself.')
  const staging = await Staging.open(request.staging)
  try {
    await staging.load('target', ['v', 'n'], distinctValues(session, relation, prepared))
    await reference.open((opened) => {
      const other = readable(opened)
      const filter =
        values.filter === null ? null : boundExpression(values.filter, request.check_variables, other.dialect)
      const rows = allRows(other, reference.container, reference.fields)
      const statement = printSelect(valuesOf(rows, values.field, filter), other.dialect)
      return staging.load('other', ['v'], keysOf(other.stream(statement), values.field))
    })
    const join = prepared.rule.fails_when === 'absent' ? 'anti' : 'semi'
    const failing = `from target ${join} join other using (v)`
    const [[total = null] = []] = await staging.run(`select sum(cast(n as bigint)) ${failing}`)
    const named = await staging.run(`select v ${failing} order by v limit ${namedValues}`)
    return foundValues(
      prepared,
      named.map(([value]) => String(value)),
      cellToNumber(total),
    )
  } finally {
    staging.close()
  }
}
