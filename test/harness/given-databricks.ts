import { Int32, vectorFromArray } from 'apache-arrow'
import { arrowChunk, textsAs } from './arrow-rows.ts'
import { DatabricksDouble, type DatabricksAnswer } from './databricks-double.ts'

/** One row of the number 1, which is what a statement without an answer of its own is answered with. */
export const oneRow = {
  columns: [{ name: 'n', type_text: 'INT' }],
  chunks: [arrowChunk({ n: vectorFromArray([1], new Int32()) })],
}

/** A statement that ended in this way. */
export const failed = (error_code: string, message: string, sql_state?: string): DatabricksAnswer => ({
  error: { error_code, message },
  ...(sql_state !== undefined && { sql_state }),
})

/** A workspace that answers what a test gives it, by the text of the statement. */
export class GivenDatabricks {
  readonly answers = new Map<string, DatabricksAnswer | 'endless'>()
  /** Table, its type, format, column, type of the column, and whether it may be NULL. */
  catalogue: (string | null)[][] = []
  readonly double = this.another()

  /** A further workspace with the same answers. */
  another(): DatabricksDouble {
    const made: DatabricksDouble = new DatabricksDouble(({ sql, values, catalog, schema, signal }) => {
      const answer = this.answers.get(sql)
      if (answer === 'endless')
        return new Promise((end) => signal.addEventListener('abort', () => end(oneRow), { once: true }))
      return Promise.resolve(answer ?? this.#usual(made.zone, { sql, values, place: `${catalog}.${schema}` }))
    })
    return made
  }

  /** The statements that came. */
  get ran(): string[] {
    return this.double.log.filter((said) => said.startsWith('run ')).map((said) => said.slice(4))
  }

  /** Forgets what was given and what came. */
  forget(): void {
    this.answers.clear()
    this.catalogue = []
    this.double.log.splice(0)
    this.double.bodies.splice(0)
  }

  #usual(
    zone: string,
    { sql, values, place }: { sql: string; values: Record<string, string>; place: string },
  ): DatabricksAnswer {
    const { p1 = '', p2 } = values
    if (sql.startsWith('select current_timezone()')) return textsAs('zone', [[zone]])
    if (sql.includes('.information_schema.schemata'))
      return textsAs('1', sql.includes('`lake`.') && p1 === 'shop' ? [['1']] : [])
    if (sql.includes('.information_schema.tables'))
      return textsAs(
        'table type format column native nullable',
        this.catalogue.filter(([table]) => p1 === 'shop' && table === (p2 ?? table)),
      )
    if (sql.startsWith('show'))
      return textsAs('name', [['shop'], ['information_schema'], ['system'], ['lake']])
    return sql === 'select :p1, :p2' ? textsAs('a b place', [[p1, p2 ?? '', place]]) : oneRow
  }
}
