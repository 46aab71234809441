import type { FieldType } from '../model/field.ts'
import type { FunctionName } from './functions.ts'

/** A field of the container under evaluation. */
export interface Column {
  kind: 'column'
  name: string
  type: FieldType
  native_type: string
}

/** The types that a value can be cast to or written as, in every dialect. */
export type CastType = 'integral' | 'fractional' | 'decimal' | 'string' | 'boolean' | 'date' | 'timestamp'

/** The numbers of `decimal(precision, scale)`: its digits, and how many of them are behind the point. */
export interface DecimalDigits {
  precision: number
  scale: number
}

/** Lengths of time that dates and times can be cut to. Weeks begin on Monday. */
export const timeIntervals = ['Yearly', 'Quarterly', 'Monthly', 'Weekly', 'Daily', 'Hourly'] as const
export type TimeInterval = (typeof timeIntervals)[number]

/** A constant. Dates and timestamps are ISO 8601 text, checked by the constructors in build.ts. */
export interface Literal {
  kind: 'literal'
  value: string | number | bigint | boolean | null
  type: 'string' | 'number' | 'boolean' | 'date' | 'timestamp' | 'null'
  /** It is a pattern that a person wrote, which may take an engine any time to match. */
  is_own_pattern?: true
}

/** The only node that holds a person's own SQL: filters and expressions, already checked to be one expression. */
export interface UserExpression {
  kind: 'user_expression'
  text: string
}

/** Each is NULL where a side is NULL. */
export type ComparisonOperator = '=' | '<>' | '<' | '<=' | '>' | '>='

/** A value of one row, or with an aggregate in it a value of all rows; conditions are expressions that are TRUE, FALSE or NULL. */
export type Expression =
  | Column
  | Literal
  | UserExpression
  | { kind: 'compare'; operator: ComparisonOperator; left: Expression; right: Expression }
  | { kind: 'and' | 'or'; operands: Expression[] }
  | { kind: 'not'; operand: Expression }
  | { kind: 'is_null'; operand: Expression; negated: boolean }
  | { kind: 'in_list'; operand: Expression; list: Literal[]; negated: boolean }
  | { kind: 'in_query'; operands: Expression[]; query: Select }
  | { kind: 'arithmetic'; operator: '+' | '-' | '*' | '/'; left: Expression; right: Expression }
  | { kind: 'call'; name: FunctionName; arguments: Expression[] }
  | { kind: 'case'; when: Expression; value: Expression; otherwise: Expression }
  | { kind: 'cast'; operand: Expression; type: CastType }
  /** The value rounded to so many digits behind the point, halves away from zero; NULL where it then has more digits than it may. */
  | { kind: 'decimal'; operand: Expression; digits: DecimalDigits }
  | { kind: 'aggregate'; name: 'sum' | 'count' | 'min' | 'max'; operand: Expression | 'rows' }
  /** The number of rows for which the condition is TRUE; a sum of no rows may be NULL. */
  | { kind: 'count_where'; condition: Expression }
  /** A value that all moments of one segment of time share; for grouping only. */
  | { kind: 'segment'; interval: TimeInterval; operand: Expression }
  /** The values as one line of CSV: a column, or a text for every row. Only of columns that the dialect tells exactly. */
  | { kind: 'csv_line'; values: (Column | { text: string })[] }
  /** An output column of an inner select, by its alias; with the type of the field that it has, where that counts. */
  | { kind: 'output'; name: string; type?: FieldType }
  /** The value of a select of one row and one column. */
  | { kind: 'scalar_query'; query: Select }
  /** The sum over all rows up to this one, in an ascending order in which no two rows are equal. */
  | { kind: 'running_sum'; operand: Expression; order_by: Expression }
  /** The value of the row before, in the order in which the engine comes upon the rows; NULL in the first one. */
  | { kind: 'previous'; operand: Expression }
  /** An approximation, for dialects with `sketches` only; `numbers` are the arguments that `Sketches` names. */
  | { kind: 'sketch'; sketch: keyof Sketches; operand: Expression; numbers: readonly number[] }

/**
 * Approximate answers of an engine, for data of which exact ones cost more than reading it. Each gets a printed value; NULL counts
 * for nothing.
 */
export interface Sketches {
  /** An aggregate: about how many values differ. */
  distinct(printed: string): string
  /** An aggregate: the values at these shares of the ranks, as text of numbers with commas between them, in brackets. */
  quantiles(printed: string, shares: readonly number[]): string
  /** A condition that holds for about one in so many of the values that differ, and for all rows of such a value. */
  one_in(printed: string, numbers: readonly number[]): string
}

/** A query that a person wrote: whole, or as clauses over a relation. Its texts are checked when they are printed. */
export type WrittenQuery =
  | { text: string }
  | { select: string; from: Relation; where: string | null; group_by: string | null }

/** The same rows of a source with the number of each, by which it finds them again without looking at others. */
export interface NumberedRows {
  sql: string
  /** Without the number. */
  columns: readonly string[]
  /** The column of the number, which no other one is called. */
  number: string
  /** How the store finds rows by their numbers soonest: by a list of constants, or by meeting a column of them. */
  found_by: 'list' | 'column'
}

/** The source of a select: SQL made by a connector (a quoted table, `read_parquet(...)`) with the names of its columns where they are known, a select, one of `with`, the rows of several selects one after the other, or of two beside each other. */
export type Relation =
  | { kind: 'store'; sql: string; columns?: readonly string[]; numbered?: NumberedRows }
  | { kind: 'select'; query: Select }
  | NumberList
  | { kind: 'named'; name: string }
  | { kind: 'union'; queries: readonly Select[] }
  | { kind: 'written'; query: WrittenQuery; columns: readonly string[] }
  | JoinedRows

/** A column of whole numbers, a row for each. */
interface NumberList {
  kind: 'numbers'
  name: string
  numbers: readonly number[]
}

/** The rows of two selects, whose columns have different names; with `left` also those of the left one that meet none. */
interface JoinedRows {
  kind: 'join'
  type: 'inner' | 'left'
  left: Select
  right: Select
  on: Expression
}

/** A query, or a part of one that stands in `from`, `with` or an `in_query`. */
export interface Select {
  kind: 'select'
  /** Selects that this one may read several times by their names; most engines compute each of them once. */
  with?: { name: string; query: Select }[]
  /** `all` prints `*`: every field of the relation in its own order. */
  items: { expression: Expression; alias: string }[] | 'all'
  /** Further items after `*`; only read when `items` is `all`. */
  extra?: { expression: Expression; alias: string }[]
  from: Relation
  where?: Expression
  group_by?: Expression[]
  having?: Expression
  order_by?: readonly { expression: Expression; descending?: true }[]
  limit?: number
  /** Rows that are passed over first; only read beside `limit`. */
  offset?: number
  /** It is not merged into the select around it, so that its items are computed once; for dialects with `apart` only. */
  apart?: true
}
