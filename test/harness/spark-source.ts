import { randomBytes, randomUUID } from 'node:crypto'
import type { ConnectionValues, DatastoreTarget } from '../../src/connectors/connector.ts'
import { rowsIn } from '../../src/connectors/spark/cells.ts'
import { SparkRequests } from '../../src/connectors/spark/requests.ts'
import type { Cell } from '../../src/kernel/cell.ts'
import { sparkAddress } from './spark-absence.ts'

/** A schema of its own in the catalog `spark_catalog` that a test connects to as a source. */
export interface SparkSource {
  connection: ConnectionValues & { host: string; port: number; username: string }
  target: DatastoreTarget & { database: string; schema: string }
  /** Runs statements in this schema, one after the other; several calls may run at a time. Answers with the rows of the last. */
  run(statements: readonly string[]): Promise<Cell[][]>
  close(): Promise<void>
}

/** On the server that ASSAY_TEST_SPARK names, in clear and without a token. */
export async function sparkSource(): Promise<SparkSource> {
  const { hostname, port } = new URL((sparkAddress ?? '').replace(/^sc:/, 'http:'))
  const connection = {
    host: hostname,
    port: Number(port),
    username: 'assay',
    parameters: { sslmode: 'disable' },
  }
  const schema = `source_${randomBytes(6).toString('hex')}`
  const writer = await SparkWriter.open(connection)
  await writer.run([
    `set time zone 'UTC'`,
    // One file for the rows of an insert, which keeps their order.
    'set spark.sql.leafNodeDefaultParallelism = 1',
    `create schema spark_catalog.${schema}`,
    `use spark_catalog.${schema}`,
  ])
  return {
    connection,
    target: { database: 'spark_catalog', schema, root_path: null },
    run: (statements) => writer.run(statements),
    async close() {
      await writer.run([`drop schema spark_catalog.${schema} cascade`])
      writer.close()
    },
  }
}

/** A session that, unlike the connector's, sends statements of every kind. */
class SparkWriter {
  readonly #requests: SparkRequests
  readonly #asker = {
    session_id: randomUUID(),
    user_context: { user_id: 'writer', user_name: 'writer' },
    client_type: 'assay tests',
  }

  private constructor(requests: SparkRequests) {
    this.#requests = requests
  }

  static async open(connection: ConnectionValues): Promise<SparkWriter> {
    return new SparkWriter(await SparkRequests.open(connection, null))
  }

  async run(statements: readonly string[]): Promise<Cell[][]> {
    let last: Cell[][] = []
    for (const sql of statements) last = await this.#rowsOf(sql)
    return last
  }

  close(): void {
    this.#requests.close()
  }

  async #rowsOf(query: string): Promise<Cell[][]> {
    const request = {
      ...this.#asker,
      plan: { root: { sql: { query, named_arguments: {} } } },
      operation_id: randomUUID(),
      tags: [],
    }
    const rows: Cell[][] = []
    for await (const { arrow_batch } of this.#requests.stream(
      'ExecutePlan',
      request,
      new AbortController().signal,
    ))
      if (arrow_batch?.data) for (const batch of rowsIn(arrow_batch.data, 1000)) rows.push(...batch)
    return rows
  }
}
