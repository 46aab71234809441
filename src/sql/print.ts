import { impossible } from '../kernel/errors.ts'
import type { Column, Expression, Literal, Relation, Select, WrittenQuery } from './ast.ts'
import { isInConstants } from './constant-lists.ts'
import { csvLine } from './csv-line.ts'
import { fittedComparison, fittedList } from './fitted-constants.ts'
import type { Dialect } from './dialect.ts'
import { enginePattern, printLiteral, printNumber } from './literals.ts'
import { holdsColumn, isCondition, isEquality, isText, isTruth } from './node-kinds.ts'
import { pageOf } from './page.ts'
import { quoteIdentifier } from './quoting.ts'
import { namedRelation, relationName } from './relation-names.ts'
import { columnsOf } from './result-columns.ts'
import { checkUserExpression } from './user-expression.ts'
import { checkUserList, checkUserQuery } from './user-query.ts'
import { isWideDifference, roomyComparison, roomyMembership } from './wide-columns.ts'

/** SQL text and its parameters in the order of their placeholders. */
export interface Statement {
  sql: string
  parameters: string[]
  /** The names of the columns that its result must have, in their order; undefined where they are not known. */
  columns?: readonly string[]
  /** The expressions in it that a person wrote; absent without any. */
  written?: string[]
  /** True when a pattern that a person wrote is matched in it (default: false). */
  matches_own_pattern?: boolean
  /** True when a session may join its rows, each of one text in a column `line`, to longer texts with line ends between (default: false). */
  joins_lines?: boolean
}

/**
 * Prints a select for an engine; text values become parameters, numbers and times are written into the text. Throws a plain
 * Error with a sentence for a user expression that could end the statement around it.
 */
export function printSelect(query: Select, dialect: Dialect): Statement {
  const printer = new Printer(dialect)
  const columns = columnsOf(query)
  return { ...printer.statement(printer.select(query)), ...(columns && { columns }) }
}

/** Prints one expression alone, for comparing two, for golden files, and to learn whether it can be printed; it throws as `printSelect` does. */
export function printExpression(expression: Expression, dialect: Dialect): Statement {
  const printer = new Printer(dialect)
  return printer.statement(printer.expression(expression))
}

/** Prints a person's query alone, to learn what columns it has; it throws as `printSelect` does. */
export function printWritten(query: WrittenQuery, dialect: Dialect): Statement {
  const printer = new Printer(dialect)
  return printer.statement(printer.written(query))
}

class Printer {
  readonly parameters: string[] = []
  readonly #written: string[] = []
  #matchesOwnPattern = false
  readonly #dialect: Dialect

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  /** The statement that a printed text is. */
  statement(sql: string): Statement {
    const written = this.#written.length === 0 ? {} : { written: this.#written }
    const patterned = this.#matchesOwnPattern ? { matches_own_pattern: true } : {}
    return { sql, parameters: this.parameters, ...written, ...patterned }
  }

  select(query: Select): string {
    // First, because parameters are numbered in the order of the text.
    const named = (query.with ?? []).map(
      ({ name, query: inner }) => `${quoteIdentifier(name, this.#dialect)} as (${this.select(inner)})`,
    )
    const items =
      query.items === 'all' ? [this.#all(query), ...this.#items(query.extra ?? [])] : this.#items(query.items)
    const apart = query.apart ? this.#dialect.apart : undefined
    if (apart && 'item' in apart) items.push(apart.item)
    const page = pageOf(query, this.#dialect)
    return [
      named.length === 0 ? '' : `with ${named.join(', ')} `,
      `select ${page.first}${items.join(', ')} from ${this.#relation(query.from)}`,
      query.where ? ` where ${this.#condition(query.where)}` : '',
      query.group_by ? ` group by ${query.group_by.map((key) => this.#groupKey(key)).join(', ')}` : '',
      query.having ? ` having ${this.#condition(query.having)}` : '',
      query.order_by ? ` order by ${this.#order(query.order_by)}` : '',
      page.last,
      apart && 'end' in apart ? apart.end : '',
    ].join('')
  }

  /** Every field of the relation. */
  #all({ from, extra = [] }: Select): string {
    if (!this.#dialect.bareRelationNames || extra.length === 0) return '*'
    if (from.kind === 'join') return 'left_rows.*, right_rows.*'
    return from.kind === 'named' ? `${quoteIdentifier(from.name, this.#dialect)}.*` : `${relationName}.*`
  }

  /** Where a condition stands, which in some engines no value of truth is. */
  #condition(node: Expression): string {
    const printed = this.expression(node)
    const { truth } = this.#dialect
    return truth && isTruth(node) ? truth.asCondition(printed) : printed
  }

  /** Where a value stands, which in some engines no condition is. */
  #value(node: Expression): string {
    const { truth } = this.#dialect
    if (!truth || !isCondition(node)) return this.expression(node)
    if (node.kind === 'literal') return node.value === true ? '1' : '0'
    return truth.asValue(this.expression(node))
  }

  #groupKey(node: Expression): string {
    const printed = this.#value(node)
    return (isText(node) ? this.#dialect.groupedText?.(printed) : undefined) ?? printed
  }

  /** Compared with another text by every character, also by blanks at its end. */
  #exact(printed: string, isExact: boolean): string {
    return (isExact ? this.#dialect.exactText?.(printed) : undefined) ?? printed
  }

  #userExpression(text: string): string {
    const checked = checkUserExpression(text, this.#dialect)
    this.#written.push(checked)
    // The line break ends a trailing comment, so that it cannot swallow what follows.
    return `(${checked}\n)`
  }

  /** A person's query, which ends with a line break for the sake of a trailing comment. */
  written(query: WrittenQuery): string {
    if ('text' in query) return `${this.#own(checkUserQuery(query.text, this.#dialect))}\n`
    const select = this.#own(checkUserList(query.select, this.#dialect))
    const from = this.#relation(query.from)
    const where = query.where === null ? '' : ` where ${this.#userExpression(query.where)}`
    const groups =
      query.group_by === null ? '' : ` group by ${this.#own(checkUserList(query.group_by, this.#dialect))}\n`
    return `select ${select}\n from ${from}${where}${groups}`
  }

  #own(checked: string): string {
    this.#written.push(checked)
    return checked
  }

  expression(node: Expression): string {
    switch (node.kind) {
      case 'column':
        return this.#column(node)
      case 'literal':
        return this.#literal(node)
      case 'user_expression':
        return this.#userExpression(node.text)
      case 'compare':
        return this.#compare(fittedComparison(node))
      case 'arithmetic':
        return this.#arithmetic(node)
      case 'and':
      case 'or':
        return `(${node.operands.map((operand) => this.#condition(operand)).join(` ${node.kind} `)})`
      case 'not':
        return `(not ${this.#condition(node.operand)})`
      case 'is_null':
        return `(${this.#presence(node.operand)} is ${node.negated ? 'not ' : ''}null)`
      case 'in_list': {
        const fitted = fittedList(node)
        return fitted.kind === 'compare' ? this.#compare(fitted) : this.#inList(fitted)
      }
      case 'in_query':
        return this.#inQuery(node)
      case 'call':
        return this.#call(node)
      case 'case':
        return this.#case(node, (value) => this.#ordered(value))
      case 'cast':
        return this.#cast(node)
      case 'csv_line':
        return csvLine(node.values, this.#dialect, (value) => this.expression(value))
      case 'decimal':
        return this.#dialect.decimal(() => this.#ordered(node.operand), node.digits)
      case 'aggregate':
        return this.#aggregate(node)
      case 'count_where': {
        const condition = this.#condition(node.condition)
        return this.#dialect.countWhere?.(condition) ?? `sum(case when ${condition} then 1 else 0 end)`
      }
      case 'segment':
        return this.#dialect.segments[node.interval](this.#ordered(node.operand))
      case 'output':
        return quoteIdentifier(node.name, this.#dialect)
      case 'scalar_query':
        return `(${this.select(node.query)})`
      case 'running_sum':
        return `sum(${this.#counted(node.operand)}) over (order by ${this.#ordered(node.order_by)} rows unbounded preceding)`
      case 'previous':
        return `lag(${this.#ordered(node.operand)}) over ()`
      case 'sketch':
        return this.#sketch(node)
      default:
        return impossible(node)
    }
  }

  /** A column where its order or size counts; anything else as it is. */
  #ordered(node: Expression): string {
    if (node.kind !== 'column') return this.#value(node)
    const quoted = quoteIdentifier(node.name, this.#dialect)
    return this.#dialect.columnInOrder?.(quoted, node) ?? this.expression(node)
  }

  /** The same where it is added to others or subtracted. */
  #counted(node: Expression): string {
    if (node.kind === 'case') return this.#case(node, (value) => this.#counted(value))
    if (node.kind !== 'column') return this.#ordered(node)
    const quoted = quoteIdentifier(node.name, this.#dialect)
    return this.#dialect.columnInArithmetic?.(quoted, node) ?? this.#ordered(node)
  }

  #compare(node: Extract<Expression, { kind: 'compare' }>): string {
    const { widest } = this.#dialect
    const roomy = widest ? roomyComparison(node, widest.digits) : null
    if (roomy !== null) return `(${this.expression(roomy)})`
    const { left, operator, right } = node
    const isOfText = isText(left) || isText(right)
    const [first, second] = [left, right].map((side) =>
      this.#exact(isEquality(operator) ? this.#value(side) : this.#ordered(side), isOfText),
    )
    return `(${first} ${operator} ${second})`
  }

  #arithmetic(node: Extract<Expression, { kind: 'arithmetic' }>): string {
    const { operator, left, right } = node
    const { widest } = this.#dialect
    if (widest && isWideDifference(node, widest.digits))
      return widest.difference(this.#counted(left), this.#counted(right))
    // A quotient does not grow, and in a wider type of whole numbers it might have no digits behind the point.
    const print = (node: Expression) => (operator === '/' ? this.#ordered(node) : this.#counted(node))
    return `(${print(left)} ${operator} ${print(right)})`
  }

  #case(
    { when, value, otherwise }: Extract<Expression, { kind: 'case' }>,
    print: (value: Expression) => string,
  ): string {
    return `case when ${this.#condition(when)} then ${print(value)} else ${print(otherwise)} end`
  }

  #aggregate(node: Extract<Expression, { kind: 'aggregate' }>): string {
    const printed = this.#aggregated(node)
    // Counts, which are sums of 0 and 1, always fit.
    const isOfColumn = node.name === 'sum' && node.operand !== 'rows' && holdsColumn(node.operand)
    const counted = node.name === 'count' ? this.#dialect.count?.(printed) : undefined
    return (isOfColumn ? this.#dialect.sum?.(printed) : counted) ?? `${node.name}(${printed})`
  }

  #aggregated({ name, operand }: Extract<Expression, { kind: 'aggregate' }>): string {
    if (operand === 'rows') return '*'
    if (name === 'count') return this.#value(operand)
    return name === 'sum' ? this.#counted(operand) : this.#ordered(operand)
  }

  #inList(node: Extract<Expression, { kind: 'in_list' }>): string {
    const isOfText = isText(node.operand) || node.list.some((literal) => isText(literal))
    const exactly = (side: Expression) => this.#exact(this.#value(side), isOfText)
    return isInConstants(node, exactly(node.operand), node.list.map(exactly), this.#dialect)
  }

  #inQuery(node: Extract<Expression, { kind: 'in_query' }>): string {
    const { widest } = this.#dialect
    const roomy = widest ? roomyMembership(node, widest.digits) : null
    if (roomy !== null) return `(${this.expression(roomy)})`
    const each = node.operands.map((operand) => this.#value(operand))
    if (this.#dialect.isRowOf) {
      const columns = columnsOf(node.query) ?? []
      const row = node.operands.map((operand, index) => {
        const exactly = (printed: string) => this.#exact(printed, isText(operand))
        const column = quoteIdentifier(columns[index] ?? '', this.#dialect)
        return { operand: exactly(each[index] ?? ''), column, exactly }
      })
      return this.#dialect.isRowOf(row, this.select(node.query))
    }
    if (this.#dialect.isIn) return this.#dialect.isIn(each, this.select(node.query))
    const operands = each.join(', ')
    const left = node.operands.length === 1 ? operands : `(${operands})`
    return `(${left} in (${this.select(node.query)}))`
  }

  #call({ name, arguments: given }: Extract<Expression, { kind: 'call' }>): string {
    const printed = given.map((argument, index) => {
      const isPattern = name === 'matches' && index === 1 && argument.kind === 'literal'
      return this.#ordered(isPattern ? enginePattern(argument, this.#dialect) : argument)
    })
    if (name !== 'plain_text' && name !== 'spread') return this.#dialect.functions[name](...printed)
    const texts = printed.map((value, index) => this.#textOf(value, given[index]))
    const [only] = texts
    if (name === 'plain_text' && only !== undefined) return only
    return this.#dialect.functions[name](...printed.map((value, index) => texts[index] ?? value))
  }

  /** A text of the value where the dialect makes it in a way of its own. */
  #textOf(printed: string, node: Expression | undefined): string | undefined {
    const type = node?.kind === 'column' || node?.kind === 'output' ? node.type : undefined
    return type && this.#dialect.textOf?.(printed, type)
  }

  #column(node: Column): string {
    const quoted = quoteIdentifier(node.name, this.#dialect)
    return this.#dialect.columnAs?.(quoted, node) ?? quoted
  }

  /** What is NULL where the value is. */
  #presence(node: Expression): string {
    return node.kind === 'column' && this.#dialect.keepsNull
      ? quoteIdentifier(node.name, this.#dialect)
      : this.#value(node)
  }

  #sketch({ sketch, operand, numbers }: Extract<Expression, { kind: 'sketch' }>): string {
    const { name, sketches } = this.#dialect
    if (!sketches) throw new Error(`The dialect ${name} has no approximations.`)
    return sketches[sketch](this.#ordered(operand), numbers)
  }

  #order(by: NonNullable<Select['order_by']>): string {
    return by
      .map(({ expression, descending }) => `${this.#ordered(expression)}${descending ? ' desc' : ''}`)
      .join(', ')
  }

  #cast(node: Extract<Expression, { kind: 'cast' }>): string {
    const printed = this.#ordered(node.operand)
    return (
      this.#dialect.cast?.(printed, node.type, node.operand) ??
      `cast(${printed} as ${this.#dialect.castTypes[node.type]})`
    )
  }

  #literal(literal: Literal): string {
    if (literal.is_own_pattern) this.#matchesOwnPattern = true
    return printLiteral(literal, this.#dialect, (text) => this.#dialect.parameter(this.parameters.push(text)))
  }

  #relation(relation: Relation): string {
    switch (relation.kind) {
      case 'store':
        return relation.sql
      case 'select':
        return this.#named(this.select(relation.query))
      case 'numbers': {
        const rows = relation.numbers.map((value) => `(${printNumber(value, this.#dialect)})`).join(', ')
        return `(values ${rows}) as ${relationName} (${quoteIdentifier(relation.name, this.#dialect)})`
      }
      case 'named':
        return quoteIdentifier(relation.name, this.#dialect)
      case 'union':
        return this.#named(relation.queries.map((query) => this.select(query)).join(' union all '))
      case 'written': {
        const names = relation.columns.map((name) => quoteIdentifier(name, this.#dialect))
        const written = this.#named(this.written(relation.query), 'written_of')
        return this.#named(`select ${names.join(', ')} from ${written}`)
      }
      case 'join': {
        const left = this.#named(this.select(relation.left), 'left_rows')
        const right = this.#named(this.select(relation.right), 'right_rows')
        return `${left} ${relation.type} join ${right} on ${this.#condition(relation.on)}`
      }
    }
  }

  #named(printed: string, name = relationName): string {
    return namedRelation(printed, name, this.#dialect)
  }

  #items(items: { expression: Expression; alias: string }[]): string[] {
    return items.map(
      (item) => `${this.#value(item.expression)} as ${quoteIdentifier(item.alias, this.#dialect)}`,
    )
  }
}
