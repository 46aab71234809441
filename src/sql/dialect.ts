import type { CastType, Column, DecimalDigits, Expression, Literal, Sketches, TimeInterval } from './ast.ts'
import type { FieldType } from '../model/field.ts'
import type { FunctionTable } from './functions.ts'
import type { LexicalRules } from './lexer.ts'
import type { ForbiddenConstruct } from './forbidden-constructs.ts'
import type { GrowingCalls } from './growing-calls.ts'
import type { SizedCalls } from './sized-calls.ts'

/** A printed value beside the column of a query that it is compared with. */
interface ComparedValue {
  /** Of texts as `exactText` prints them. */
  operand: string
  /** In quotes. */
  column: string
  /** Prints what is compared with the operand, of what stands for the column. */
  exactly(printed: string): string
}

/** The way one SQL engine writes things: flags and tables; print.ts does the rest. A new engine is one `*.dialect.ts` file. */
export interface Dialect {
  name: string
  /** Opens and closes an identifier; the closing character is doubled inside. */
  identifierQuote: '"' | '`'
  /** True where a backslash inside a quoted identifier begins an escape (default: it is a character like others). */
  escapesInNames?: true
  /** The placeholder of the n-th parameter, from 1. */
  parameter(index: number): string
  /** The engine's name of each type. */
  castTypes: Record<CastType, string>
  /** Prints a cast; only for engines where `cast(x as type)` is not enough. */
  cast?(printed: string, type: CastType, operand: Expression): string | undefined
  /** Prints a `decimal` node; `operand` prints the value once for every call, in the order in which the texts stand. */
  decimal(operand: () => string, digits: DecimalDigits): string
  /** Prints a date or timestamp constant from its checked text. */
  temporalLiteral(literal: Literal & { type: 'date' | 'timestamp' }): string
  /** Wraps a column whose native type would not compare as its FieldType says (uuid, json, text dates); default: the bare column. */
  columnAs?(quoted: string, column: Column): string
  /** The native types of instants whose name is that of a time without a zone in other engines; default: none. */
  instants?: RegExp
  /** True where a column may hold numbers with more digits behind the point than its declaration says (default: it holds none). */
  looseDecimals?: true
  /** True: what `columnAs` makes of a value is NULL only where the value is, so that the bare column tells whether there is one. */
  keepsNull?: boolean
  /** Prints a column where its order or size counts, for engines that would also order values of other types; default: as any column. */
  columnInOrder?(quoted: string, column: Column): string | undefined
  /** Prints a column that is added to others or subtracted, for engines whose sums would pass the end of its type; default: as where its order counts. */
  columnInArithmetic?(quoted: string, column: Column): string | undefined
  /** Prints the digits of a decimal constant, for engines that would read them as a floating number; default: as they are. */
  exactNumber?(digits: string): string | undefined
  /** Prints a number that JavaScript writes with an exponent, for engines that would read it as a decimal of few digits; default: as it is. */
  floatingNumber?(written: string): string
  /**
   * For engines that refuse, or round, two exact columns which need more digits together than the widest type has: those digits, and the
   * printed difference of such columns, as exact as the engine can have it (default: every number has room).
   */
  widest?: { digits: number; difference(left: string, right: string): string }
  /** Tells whether printed operands are in a printed list or query, NULL when one is NULL; for engines whose `in` never answers NULL. */
  isIn?(operands: readonly string[], list: string): string
  /** Rewrites a constant pattern of `matches` where the engine's regular expressions mean something else by it, or throws a plain Error with a sentence; default: as written. */
  pattern?(written: string): string
  /**
   * TRUE when the value of a printed column is in a printed list of two or more constants of its type, NULL when it is NULL, for
   * engines that are slow at `in`; undefined, also the default: `in` all the same.
   */
  inList?(printed: string, list: string, column: Column): string | undefined
  /**
   * For engines without a type for truth: a condition as 1, 0 or NULL, and such a value as a condition (default: both are the same). A condition
   * that becomes a value is printed as often as it stands there.
   */
  truth?: { asValue(condition: string): string; asCondition(value: string): string }
  /** A printed text as one that is equal to others only when every character is, for engines that pass over blanks at the end. */
  exactText?(printed: string): string
  /** What rows with the same text, to every character, are grouped by; for the same engines. */
  groupedText?(printed: string): string
  /**
   * Tells whether values are a row of a printed query, NULL or FALSE when one is NULL; for engines whose `in` takes one value, or
   * compares texts by too little.
   */
  isRowOf?(row: readonly ComparedValue[], query: string): string
  /** True where no `as` may stand before the name of a relation, and no `*` without one beside other items (default: both may). */
  bareRelationNames?: true
  /** A printed value that no column has, for the empty text where the engine keeps none and takes it for NULL; default: a text as others. */
  emptyText?: string
  /** True where what an aggregate looks at may have no query in it (default: it may). */
  aggregatesNoQueries?: true
  /** So many members a list of constants may have; longer ones are cut into several (default: any number). */
  listMembers?: number
  /** What stands behind `select`, with a blank behind it, and at the end of a select of so many rows; default: `limit` and `offset`. */
  page?(rows: number, passed: number, isOrdered: boolean): { first: string; last: string }
  /** Counts printed values, `*` for rows, where the engine's own count would not hold every number; default: `count`. */
  count?(printed: string): string
  /** Counts the rows for which a printed condition is TRUE; default: a sum over `case`. */
  countWhere?(condition: string): string
  /** Adds up printed values of a numeric column where the engine's own sum would not hold every whole number; default: `sum`. */
  sum?(printed: string): string
  /** For engines that say values as other engines read them: the native types of which that holds, the text of such a value, and texts with commas between. */
  csv?: {
    exact: RegExp
    asText: (printed: string) => string
    line: (values: readonly string[]) => string
  }
  functions: FunctionTable
  /** Makes a text of a printed value of this type, where `plain_text` would refuse or change it (default: it does not). */
  textOf?(printed: string, type: FieldType): string | undefined
  /** Approximations; left out by engines that have none. */
  sketches?: Sketches
  /** The start or the name of the segment of time that a printed date or time lies in: any value that all of a segment share. */
  segments: Record<TimeInterval, (printed: string) => string>
  /**
   * What keeps a select inside another one from being merged into it, which would compute its items wherever they are named: a further
   * item, or an end. Left out by engines that compute equal expressions once by themselves, and by those that would store its rows first.
   */
  apart?: { item: string } | { end: string }
  /** True where a window over all rows in no order neither sorts nor keeps them, and a limit ends the reading (default: not so). */
  streamsWindows?: true
  /**
   * From so many rows on, grouping them by `spread` of their keys takes less than grouping them by several keys, or by texts; left out
   * where it never does.
   */
  groupsBySpread?: number
  /** True where `offset` stands before `limit` (default: behind it). */
  offsetFirst?: true
  /** The text after `from` for a relation of exactly one row. */
  oneRow: string
  /** Where texts, names and comments end in a person's own SQL. */
  lexicalRules: LexicalRules
  /** Functions that may ask the clock here, though they say the same at any time in other engines (default: none). */
  momentary?: readonly string[]
  /** The constructs for which a person's own SQL is refused; the session has a fence of its own besides. */
  forbidden: readonly ForbiddenConstruct[]
  /** Functions of whose calls people's own SQL has to say the size (default: none, the engine holds them to its bounds). */
  sized?: SizedCalls
  /** Functions that multiply what they are given, which people's own SQL may nest only so far (default: none, likewise). */
  growing?: GrowingCalls
  /** Upper limits of one statement; `distributions` (default 20) is the number of fields whose values one statement groups, each by itself. */
  limits: { columns: number; characters: number; parameters: number; distributions?: number }
}
