import { cellToNumber, type Cell } from '../../kernel/cell.ts'
import type { Expression } from '../../sql/ast.ts'
import { and, caseWhen, countWhere, isNotNull, nothing, sum, times } from '../../sql/build.ts'
import type { Frame } from './numbers.ts'
import type { ProfiledField } from './profiled-field.ts'

/** How two fields go together, over the rows where both have a value. */
interface Correlation {
  /** The name of the other field. */
  field: string
  /** Pearson's, from -1 to 1. */
  correlation: number
}

/** The line through the values: this field is about `slope` times the other one plus `intercept`. */
export interface Regression extends Correlation {
  slope: number
  intercept: number
}

/** A field that is compared, with the expression of its deviation. */
export interface Paired {
  field: ProfiledField
  frame: Frame
  deviation: Expression
  /** True when some rows have no value that can be measured. */
  has_gaps: boolean
}

/** Fewest rows of which two fields can be said to go together. */
const fewestRows = 3

/** The counts and sums for one pair; equal ones of several pairs are one column of the pass. */
export function pairSums(left: Paired, right: Paired): Record<string, Expression> {
  const [x, y] = [left.deviation, right.deviation]
  const where = (other: Paired, value: Expression) =>
    other.has_gaps ? caseWhen(isNotNull(other.deviation), value, nothing) : value
  return {
    n: countWhere(and(isNotNull(x), isNotNull(y))),
    x: sum(where(right, x)),
    y: sum(where(left, y)),
    xx: sum(where(right, times(x, x))),
    yy: sum(where(left, times(y, y))),
    xy: sum(times(x, y)),
  }
}

/** What the sums of a pair say, for the left and for the right field; null where either is constant or too few rows have both. */
export function regressionsOf(
  left: Paired,
  right: Paired,
  cells: Readonly<Record<string, Cell>>,
): { left: Regression; right: Regression } | null {
  const [n = 0, x = 0, y = 0, xx = 0, yy = 0, xy = 0] = ['n', 'x', 'y', 'xx', 'yy', 'xy'].map((name) =>
    cellToNumber(cells[name]),
  )
  if (n < fewestRows) return null
  const [varX, varY, cov] = [xx - (x * x) / n, yy - (y * y) / n, xy - (x * y) / n]
  const isConstant = varX <= rounding * xx || varY <= rounding * yy
  const correlation = cov / Math.sqrt(varX * varY)
  if (isConstant || !Number.isFinite(correlation)) return null
  const bounded = Math.max(-1, Math.min(1, correlation))
  return {
    left: {
      field: right.field.field.name,
      correlation: bounded,
      ...lineOf(left, right, cov / varY, x / n, y / n),
    },
    right: {
      field: left.field.field.name,
      correlation: bounded,
      ...lineOf(right, left, cov / varX, y / n, x / n),
    },
  }
}

/** Below this share of a sum of squares, what is left of it is rounding. */
const rounding = 1e-13

/** The line in the units of the fields; `slope` and the means are in those of the frames. */
function lineOf(of: Paired, by: Paired, slope: number, mean: number, meanBy: number) {
  const real = (slope / of.frame.scale) * by.frame.scale
  const center = Number(of.frame.pivot) + mean / of.frame.scale
  const centerBy = Number(by.frame.pivot) + meanBy / by.frame.scale
  return { slope: real, intercept: center - real * centerBy }
}
