import type { Connection, FieldPacket, Query } from 'mysql2'
import type { Cell } from '../../kernel/cell.ts'
import type { Rows } from '../connector.ts'
import type { ConnectionEnd } from '../shared/connection-end.ts'
import { PushedRows } from '../shared/pushed-rows.ts'
import { cellReader, resultFieldType } from './types.ts'

/** The rows of a running statement. */
export class MysqlRows extends PushedRows {
  readonly #client: Connection
  protected columns: Rows['columns'] = []
  #readers: ((value: unknown) => Cell)[] = []

  constructor(query: Query, client: Connection, end: ConnectionEnd) {
    super(end)
    this.#client = client
    query.on('fields', (fields) => this.#describe(Array.isArray(fields) ? fields : []))
    query.on('result', (row) => this.take(Array.isArray(row) ? row : []))
    query.on('error', (error) => this.end({ error }))
    query.on('end', () => this.end(null))
  }

  protected pause(): void {
    this.#client.pause()
  }

  protected resume(): void {
    this.#client.resume()
  }

  protected cellsOf(row: readonly unknown[]): Cell[] {
    return row.map((value, index) => (value === null ? null : (this.#readers[index]?.(value) ?? null)))
  }

  #describe(fields: FieldPacket[]): void {
    this.columns = fields.map((field) => ({ name: field.name, type: resultFieldType(field) }))
    this.#readers = fields.map((field) => cellReader(field))
  }
}
