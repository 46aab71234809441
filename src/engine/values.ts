import { cellToNumber, type Cell } from '../kernel/cell.ts'
import type { Session } from '../connectors/connector.ts'
import { Staging } from '../connectors/duckdb/staging.ts'
import type { DiscoveredField } from '../model/field.ts'
import type { ReferenceRule, RowRule, TextRule } from '../rules/rule.ts'
import type { Expression, Relation } from '../sql/ast.ts'
import {
  above,
  and,
  below,
  boolean,
  cast,
  column,
  count,
  equal,
  inList,
  isNotNull,
  not,
  number,
  or,
  select,
  text,
} from '../sql/build.ts'
import { printSelect } from '../sql/print.ts'
import type { PreparedCheck, ScanRequest } from './check.ts'
import { keyText, literalOf, spelledKind } from './key-text.ts'
import { boundExpression } from './prepare.ts'
import { referenceOf, rowRule, valuesOf } from './reference.ts'
import { TextProcess } from './text-process.ts'

/** Most failing values that a statement names; rows with others are counted, and are not among the source records. */
const namedValues = 1000

/** A check whose failing values were found outside its source: how many rows have one, and a condition that finds rows. */
export interface FoundValues {
  prepared: PreparedCheck<RowRule>
  anomalous: number
}

/** Each distinct text of the field, judged by the rule's own function in another process; the values stream through, failing ones are kept up to the bound. */
export async function judgeTexts(
  session: Session,
  relation: Relation,
  prepared: PreparedCheck<TextRule>,
  request: ScanRequest,
): Promise<FoundValues> {
  const judging = await TextProcess.open(prepared, request.staging)
  try {
    const failing: string[] = []
    let anomalous = 0
    for await (const batch of distinctValues(session, relation, prepared)) {
      const texts = batch.map(([value = null]) => value ?? '')
      const passes = await judging.judge(texts)
      for (const [index, [value = null, rows = '0']] of batch.entries()) {
        if (value === null || passes[index] === true) continue
        anomalous += Number(rows)
        if (failing.length < namedValues) failing.push(value)
      }
    }
    return found(prepared, failing, anomalous)
  } finally {
    judging.close()
  }
}

/**
 * Values of the field that are absent from (or present in) a container of another store. Both sides' distinct values are
 * put beside each other in the staging area, which spills to disk: neither store sees the other's data.
 */
export async function compareValues(
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
    await reference.open((other) => {
      const filter =
        values.filter === null ? null : boundExpression(values.filter, request.check_variables, other.dialect)
      const rows = other.relation(reference.container, reference.fields, 'all')
      const statement = printSelect(valuesOf(rows, values.field, filter), other.dialect)
      return staging.load('other', ['v'], keysOf(other.stream(statement), values.field))
    })
    const join = prepared.rule.fails_when === 'absent' ? 'anti' : 'semi'
    const failing = `from target ${join} join other using (v)`
    const [[total = null] = []] = await staging.run(`select sum(cast(n as bigint)) ${failing}`)
    const named = await staging.run(`select v ${failing} order by v limit ${namedValues}`)
    return found(
      prepared,
      named.map(([value]) => String(value)),
      cellToNumber(total),
    )
  } finally {
    staging.close()
  }
}

function found(
  prepared: PreparedCheck<ReferenceRule | TextRule>,
  failing: readonly string[],
  anomalous: number,
): FoundValues {
  const { field } = prepared.input
  const isNumber = field.type === 'Fractional' || field.type === 'Integral'
  const odd = failing.filter((key) => isNumber && nonFinite.has(key))
  const plain = failing.filter((key) => !odd.includes(key))
  const literals = plain.map((value) => literalOf(field, value))
  const condition = or(
    literals.length === 0 ? boolean(false) : inList(column(field), literals),
    ...odd.map((key) => isNonFinite(field, key)),
  )
  return { prepared: { ...prepared, rule: rowRule(prepared.rule, condition) }, anomalous }
}

/** Distinct values of the first field among the filtered rows, without NULL, each with its number of rows, both as text. */
async function* distinctValues(
  session: Session,
  relation: Relation,
  { input, filter }: PreparedCheck,
): AsyncGenerator<(string | null)[][]> {
  const value = column(input.field)
  const statement = select({
    items: [
      { expression: value, alias: 'v' },
      { expression: count('rows'), alias: 'n' },
    ],
    from: relation,
    where: filter ? and(filter, isNotNull(value)) : isNotNull(value),
    group_by: [value],
  })
  yield* keysOf(session.stream(printSelect(statement, session.dialect)), input.field)
}

/** The first column in one spelling of the field's values whatever the store, and the others as they are. */
async function* keysOf(
  batches: AsyncIterable<{ rows: Cell[][] }>,
  field: DiscoveredField,
): AsyncGenerator<(string | null)[][]> {
  const kind = spelledKind(field)
  for await (const { rows } of batches)
    yield rows.map((row) => row.map((cell, index) => keyText(cell, index === 0 ? kind : null)))
}

/** Numbers that no SQL has a constant for. */
const nonFinite = new Set(['NaN', 'Infinity', '-Infinity'])

/** TRUE for a row whose number is the one that `key` names. */
function isNonFinite(field: DiscoveredField, key: string): Expression {
  const value = column(field)
  const isNaN = equal(value, cast(text('NaN'), 'fractional'))
  if (key === 'NaN') return isNaN
  // A store without NaN reads it as zero, which is not beyond every finite number either.
  return key === 'Infinity'
    ? and(above(value, number(Number.MAX_VALUE)), not(isNaN))
    : below(value, number(-Number.MAX_VALUE))
}
