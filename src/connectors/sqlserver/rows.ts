import { TYPES, Request, type Connection } from 'tedious'
import type { Cell } from '../../kernel/cell.ts'
import type { ConnectionEnd } from '../shared/connection-end.ts'
import { PushedRows } from '../shared/pushed-rows.ts'
import { valuesIn } from './batch.ts'
import type { ResultColumn } from './types.ts'

/** The rows of a running statement. */
export class SqlserverRows extends PushedRows {
  readonly #request: Request
  protected readonly columns: ResultColumn[]

  /** `parameters` by their names, all texts. */
  constructor(
    sql: string,
    parameters: Readonly<Record<string, string>>,
    columns: readonly ResultColumn[],
    { client, end }: { client: Connection; end: ConnectionEnd },
  ) {
    super(end)
    this.columns = [...columns]
    this.#request = new Request(sql, (error) => this.end(error ? { error } : null))
    for (const [name, value] of Object.entries(parameters))
      this.#request.addParameter(name, TYPES.NVarChar, value)
    this.#request.on('row', (row: unknown) => this.take(valuesIn(row)))
    client.execSql(this.#request)
  }

  protected pause(): void {
    this.#request.pause()
  }

  protected resume(): void {
    this.#request.resume()
  }

  protected cellsOf(row: readonly unknown[]): Cell[] {
    return row.map((value, index) =>
      value === null || value === undefined ? null : (this.columns[index]?.read(value) ?? null),
    )
  }
}
