import type { Expression } from '../../sql/ast.ts'
import type { Dialect } from '../../sql/dialect.ts'
import { printExpression } from '../../sql/print.ts'

/** Output columns of one statement; equal expressions share a column. */
export class Columns {
  readonly items: { expression: Expression; alias: string }[] = []
  readonly #byText = new Map<string, string>()
  readonly #dialect: Dialect
  #characters = 0
  #parameters = 0

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  /** The name of the expression's column. */
  add(expression: Expression): string {
    const printed = printExpression(expression, this.#dialect)
    const key = JSON.stringify([printed.sql, printed.parameters])
    const known = this.#byText.get(key)
    if (known) return known
    const alias = `m${this.items.length}`
    this.#byText.set(key, alias)
    this.items.push({ expression, alias })
    this.#characters += printed.sql.length
    this.#parameters += printed.parameters.length
    return alias
  }

  /** Whether one statement of the engine cannot hold them. */
  get exceedsLimits(): boolean {
    const { columns, characters, parameters } = this.#dialect.limits
    return this.items.length > columns || this.#characters > characters || this.#parameters > parameters
  }
}
