import { StatementRefused, type Session } from '../../connectors/connector.ts'
import { cellToNumber, type Cell } from '../../kernel/cell.ts'
import { halves, inParts } from '../../kernel/parts.ts'
import type { Relation } from '../../sql/ast.ts'
import { select } from '../../sql/build.ts'
import { printSelect } from '../../sql/print.ts'
import { keyKind, keyText } from '../key-text.ts'
import type { Examined } from './basics.ts'
import { branchKinds, branchNames } from './branches.ts'
import { distributionStatement } from './distribution-statement.ts'
import { oneIn } from './estimated-branches.ts'
import type { Frequency } from './frequencies.ts'
import { millisOf, utcSuffix } from './millis.ts'
import type { ProfiledField } from './profiled-field.ts'
import type { Step } from './ranks.ts'
import type { PowerSums } from './shape.ts'

/** A value with the number of its rows; texts are cut. */
interface ValueCount {
  value: string
  count: number
}

/** The distribution of a field's values. */
export interface Distribution {
  /** The most frequent values, those of one frequency in their order. */
  buckets: ValueCount[]
  frequencies: Frequency[]
  /** The values at the ranks that quantiles need. */
  steps: Step[]
  /** Null for fields without numbers, and without a measured value. */
  powers: PowerSums | null
  /** Estimated quantiles at `quantileShares`, in the place of steps; null: the steps are exact. */
  quantiles: number[] | null
  /** The frequencies are those of one in so many of the values without a bucket; null: of all values. */
  one_in: number | null
}

/** Fields of one statement, for engines that name no limit. */
export const fieldsOfStatement = 20

/** The distributions of the fields, in a statement for each batch; fields that the source refuses are named with the reason. */
export async function readDistributions(
  session: Session,
  relation: Relation,
  examined: readonly Examined[],
  buckets: number,
): Promise<{
  found: Map<ProfiledField, Distribution>
  refused: { subject: ProfiledField; error: StatementRefused }[]
}> {
  const found = new Map<ProfiledField, Distribution>()
  const refused: { subject: ProfiledField; error: StatementRefused }[] = []
  const { distributions = fieldsOfStatement } = session.dialect.limits
  const queue = inParts(
    examined.filter(({ basics }) => basics.present > 0),
    distributions,
  )
  for (let batch = queue.shift(); batch; batch = queue.shift()) {
    try {
      await readBatch(session, relation, batch, buckets, found)
    } catch (error) {
      if (!(error instanceof StatementRefused)) throw error
      const [only, ...others] = batch
      if (others.length > 0) queue.unshift(...halves(batch))
      else if (only) refused.push({ subject: only.field, error })
    }
  }
  return { found, refused }
}

async function readBatch(
  session: Session,
  relation: Relation,
  batch: readonly Examined[],
  buckets: number,
  found: Map<ProfiledField, Distribution>,
): Promise<void> {
  const read = new Map(
    batch.map((one) => [one.field.index, { field: one.field, ...emptyDistribution(oneIn(one)) }]),
  )
  const { from, groups } = distributionStatement(relation, batch, buckets)
  const items = branchNames.map((alias) => ({ expression: { kind: 'output', name: alias } as const, alias }))
  const statement = printSelect(select({ with: groups, items, from }), session.dialect)
  for await (const { rows } of session.stream(statement))
    for (const row of rows) {
      const of = read.get(cellToNumber(row[0]))
      if (of) take(of, row)
    }
  for (const { field, ...distribution } of read.values()) {
    distribution.buckets.sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
    found.set(field, distribution)
  }
}

const emptyDistribution = (one_in: number | null): Distribution => ({
  buckets: [],
  frequencies: [],
  steps: [],
  powers: null,
  quantiles: null,
  one_in,
})

function take(of: Distribution & { field: ProfiledField }, row: readonly Cell[]): void {
  const [, kind, value = null, ...numbers] = row
  const [count = 0, total = 0, ...sums] = numbers.map((cell) => cellToNumber(cell))
  switch (cellToNumber(kind)) {
    case branchKinds.bucket:
      of.buckets.push({ value: spelled(of.field, value, sums[0]), count })
      return
    case branchKinds.frequency:
      of.frequencies.push({ occurs: count, values: total })
      return
    case branchKinds.step:
      of.steps.push({ value: sizeOf(of.field, value, sums[0]), rows: count, up_to: total })
      return
    default: {
      const [one = 0, two = 0, three = 0, four = 0] = sums
      of.powers = { count, sums: [one, two, three, four] }
      if (typeof value === 'string') of.quantiles = listedNumbers(value)
    }
  }
}

/** The numbers of a text like `[1.0, 2.5]`. */
const listedNumbers = (text: string): number[] =>
  text
    .replaceAll(/[[\]\s]/g, '')
    .split(',')
    .map(Number)

function sizeOf(field: ProfiledField, value: Cell, size = 0): number {
  if (field.kind === 'fraction') return size
  const text = spelled(field, value)
  return field.kind === 'moment' ? (millisOf(text) ?? Number.NaN) : Number(text)
}

/** One spelling for a value, whatever the store; `size` is that of a fraction. */
function spelled({ kind, field }: ProfiledField, value: Cell, size = 0): string {
  if (kind === 'moment' && typeof value === 'string' && utcSuffix.test(value))
    return `${keyText(value.replace(utcSuffix, ''), keyKind(field))}Z`
  const text = keyText(value, keyKind(field)) ?? ''
  // A decimal may have more digits than the number, and the text of a floating number less.
  if (kind === 'fraction') return Number(text) === size ? text : (keyText(size) ?? text)
  // The state can keep neither half characters nor NUL.
  return text.toWellFormed().replaceAll('\0', '\ufffd')
}
