import { Request, type Connection } from 'tedious'

/** The rows of a few statements that are sent as one text, without parameters; throws the driver's error. */
export function batch(client: Connection, sql: string): Promise<unknown[][]> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown[][]>()
  const rows: unknown[][] = []
  const request = new Request(sql, (error) => (error ? reject(error) : resolve(rows)))
  request.on('row', (row: unknown) => rows.push(valuesIn(row)))
  client.execSqlBatch(request)
  return promise
}

/** The values of a row as the driver hands it over. */
export const valuesIn = (row: unknown): unknown[] =>
  Array.isArray(row)
    ? row.map((column: unknown) =>
        typeof column === 'object' && column !== null && 'value' in column ? column.value : null,
      )
    : []
