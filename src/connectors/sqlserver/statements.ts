import type { Statement } from '../../sql/print.ts'
import { resultColumn, type ResultColumn } from './types.ts'

/** A text with its parameters by name. */
export interface Sent {
  sql: string
  parameters: Record<string, string>
}

const declared = ({ parameters }: Statement): string =>
  parameters.map((_, index) => `@p${index + 1} nvarchar(max)`).join(', ')

const named = ({ parameters }: Statement): Record<string, string> =>
  Object.fromEntries(parameters.map((value, index) => [`p${index + 1}`, value]))

/** Asks the server what columns a statement would show, without running it. */
export function describing(statement: Statement): Sent {
  return {
    sql: 'exec sp_describe_first_result_set @assay_sql, @assay_parameters, 0',
    parameters: { assay_sql: statement.sql, assay_parameters: declared(statement) },
  }
}

/** What of the answer to `describing` is read, by the server's own order: name, and type with its numbers. */
export function described(rows: readonly (readonly unknown[])[]): ResultColumn[] {
  return rows
    .filter(([isHidden]) => isHidden !== true)
    .map(([, , name, , , type]) =>
      resultColumn(typeof name === 'string' ? name : '', typeof type === 'string' ? type : null),
    )
}

/**
 * Runs a statement whose columns are known, each sent as the type that it says. Whatever shows other columns than these, or more
 * than one list of rows, is refused by the server.
 */
export function running(statement: Statement, columns: readonly ResultColumn[]): Sent {
  const lists = columns.map(({ sent_as }, index) => `c${index} ${sent_as}`).join(', ')
  const values = Object.keys(named(statement)).map((name) => `, @${name} = @${name}`)
  const types = values.length === 0 ? '' : ', @assay_parameters'
  return {
    sql: `exec sp_executesql @assay_sql${types}${values.join('')} with result sets ((${lists}))`,
    parameters: {
      assay_sql: statement.sql,
      ...(values.length > 0 && { assay_parameters: declared(statement) }),
      ...named(statement),
    },
  }
}
