import type { Session } from '../connectors/connector.ts'
import type { JoinComputation, JoinSide } from '../model/container.ts'
import type { DiscoveredField } from '../model/field.ts'
import type { Expression, Relation, Select } from '../sql/ast.ts'
import {
  and,
  column,
  equal,
  isNotNull,
  isNull,
  not,
  nothing,
  output,
  select,
  subquery,
  union,
} from '../sql/build.ts'
import { stagedField, stagedType } from './staged-fields.ts'

type RowsOf = (source: JoinSide['source']) => Relation

/** The rows of both sides of a join, each side's columns with its prefix before their names. NULL equals nothing, not even NULL. */
export function joinedRows(session: Session, computation: JoinComputation, rowsOf: RowsOf): Relation {
  const left = sideOf(session, computation.left, computation.is_staged, rowsOf)
  const right = sideOf(session, computation.right, computation.is_staged, rowsOf)
  switch (computation.join_type) {
    case 'inner':
      return all('inner', left, right, [...left.columns, ...right.columns])
    case 'left':
      return all('left', left, right, [...left.columns, ...right.columns])
    case 'right':
      return all('left', right, left, [...left.columns, ...right.columns])
    case 'outer': {
      const both = select({
        items: shown([...left.columns, ...right.columns]),
        from: joined('left', left, right),
      })
      // Not every store has a full join; the rows of the right side that meet none are those that it adds.
      const alone = select({
        items: [
          ...left.columns.map((one) => ({ expression: nothing, alias: one.name })),
          ...shown(right.columns),
        ],
        from: subquery(right.rows),
        where: not(meets(right, left)),
      })
      return union([both, alone])
    }
    case 'left_semi':
      return left.isOfAnyDigits || right.isOfAnyDigits
        ? all('inner', left, keysOf(right), left.columns)
        : subquery(
            select({ items: shown(left.columns), from: subquery(left.rows), where: meets(left, right) }),
          )
    case 'left_anti':
      return left.isOfAnyDigits || right.isOfAnyDigits
        ? all('left', left, keysOf(right), left.columns, isNull(column(right.key)))
        : subquery(
            select({ items: shown(left.columns), from: subquery(left.rows), where: not(meets(left, right)) }),
          )
  }
}

/** One side: its rows under the names that they have in the join. */
interface Side {
  rows: Select
  columns: DiscoveredField[]
  key: DiscoveredField
  /** True where only the copied rows tell how many digits the numbers of the key have. */
  isOfAnyDigits: boolean
}

function sideOf(
  session: Session,
  { source, prefix, join_field, staged_as }: JoinSide,
  isStaged: boolean,
  rowsOf: RowsOf,
): Side {
  const fields = isStaged ? source.fields.map(stagedField) : source.fields
  const from = isStaged
    ? session.relation({ name: staged_as, container_type: 'table', file_options: {} }, fields, 'all')
    : rowsOf(source)
  const columns = fields.map((field) => ({ ...field, name: `${prefix}_${field.name}` }))
  const key = columns.find(({ name }) => name === `${prefix}_${join_field}`)
  if (!key)
    throw new Error(`The join reads "${join_field}" of "${source.name}", which is not there any more.`)
  const items = fields.map((field) => ({ expression: column(field), alias: `${prefix}_${field.name}` }))
  const isOfAnyDigits =
    isStaged && source.fields.some((field) => field.name === join_field && stagedType(field) === 'number')
  return { rows: select({ items, from }), columns, key, isOfAnyDigits }
}

const shown = (columns: readonly DiscoveredField[]): { expression: Expression; alias: string }[] =>
  columns.map(({ name }) => ({ expression: output(name), alias: name }))

const joined = (type: 'inner' | 'left', left: Side, right: Side): Relation => ({
  kind: 'join',
  type,
  left: left.rows,
  right: right.rows,
  on: equal(column(left.key), column(right.key)),
})

const all = (
  type: 'inner' | 'left',
  left: Side,
  right: Side,
  columns: readonly DiscoveredField[],
  where?: Expression,
): Relation =>
  subquery(select({ items: shown(columns), from: joined(type, left, right), ...(where && { where }) }))

/**
 * The keys of a side, each once. Where the digits of two keys have no room beside each other, DuckDB rounds what is looked for among the values of a
 * query, and refuses what is joined.
 */
const keysOf = ({ rows, key, ...side }: Side): Side => ({
  ...side,
  key,
  columns: [key],
  rows: select({
    items: shown([key]),
    from: subquery(rows),
    where: isNotNull(column(key)),
    group_by: [output(key.name)],
  }),
})

/** True of a row of `one` whose key some row of `other` has; false, never NULL, for one without a key. */
const meets = (one: Side, other: Side): Expression =>
  and(isNotNull(column(one.key)), {
    kind: 'in_query',
    operands: [column(one.key)],
    query: select({
      items: [{ expression: column(other.key), alias: other.key.name }],
      from: subquery(other.rows),
      where: isNotNull(column(other.key)),
    }),
  })
