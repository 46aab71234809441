import { randomUUID } from 'node:crypto'
import { tableFromIPC } from 'apache-arrow'
import { Execution } from '../../src/connectors/spark/execution.ts'
import type { Asker } from '../../src/connectors/spark/protocol.ts'
import { SparkRefusal } from '../../src/connectors/spark/refusal.ts'
import { SparkRequests } from '../../src/connectors/spark/requests.ts'
import { fieldsOf } from '../../src/connectors/spark/types.ts'
import { textsAs } from './arrow-rows.ts'
import { DatabricksDouble, type DatabricksAnswer, type DatabricksChunk } from './databricks-double.ts'
import { sparkSource, type SparkSource } from './spark-source.ts'

/** The interface of Databricks in front of a server of Spark; its SQL is run there, and its information schema is read from there. */
export interface DatabricksTables {
  double: DatabricksDouble
  /** Statements of Spark, in the schema of the tables. */
  run: SparkSource['run']
  close(): Promise<void>
}

/** What a session of a SQL warehouse has without being asked; double quotes stand around texts. Files are left alone here. */
const settings: Record<string, string> = {
  'spark.sql.ansi.enabled': 'true',
  'spark.sql.session.timeZone': 'UTC',
  'spark.sql.runSQLOnFiles': 'false',
  'spark.connect.progress.reportInterval': '200ms',
}

/** See `DatabricksTables`. */
export async function databricksTables(): Promise<DatabricksTables> {
  const source = await sparkSource()
  const requests = await SparkRequests.open(source.connection, null)
  const asker = await begun(requests)
  const double = new DatabricksDouble(({ sql, values, signal }) =>
    sql.includes('.information_schema.')
      ? catalogued(source, sql, values)
      : answerOf(new Execution(requests, asker, true), { sql, values, signal }),
  )
  // Statements that are cancelled are so when the request that began them has been answered.
  double.wait = 500
  Object.assign(double.target, { database: source.target.database, schema: source.target.schema })
  await double.listen()
  return {
    double,
    run: source.run,
    async close() {
      await double.close()
      requests.close()
      await source.close()
    },
  }
}

async function begun(requests: SparkRequests): Promise<Asker> {
  const asker = {
    session_id: randomUUID(),
    user_context: { user_id: 'warehouse', user_name: 'warehouse' },
    client_type: 'assay tests',
  }
  const pairs = Object.entries(settings).map(([key, value]) => ({ key, value }))
  await requests.ask('Config', { ...asker, operation: { set: { pairs } } })
  return asker
}

async function answerOf(
  execution: Execution,
  { sql, values, signal }: { sql: string; values: Record<string, string>; signal: AbortSignal },
): Promise<DatabricksAnswer> {
  const named_arguments = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, { literal: { string: value } }]),
  )
  // A server that has begun no task yet takes no word about the end of a statement.
  let asking: ReturnType<typeof setInterval> | undefined
  const ask = (): void => void (asking = setInterval(() => void execution.interrupt(), 100))
  signal.addEventListener('abort', ask)
  let columns: { name: string; type_text: string }[] = []
  const chunks: DatabricksChunk[] = []
  try {
    const plan = { root: { sql: { query: sql, named_arguments } } }
    for await (const { schema, arrow_batch } of execution.answers(plan, new AbortController().signal)) {
      if (schema)
        columns = fieldsOf(schema).map(({ name, native_type }) => ({
          name,
          type_text: native_type.toUpperCase().replace(', ', ','),
        }))
      if (!arrow_batch?.data) continue
      const rows = tableFromIPC(arrow_batch.data).numRows
      if (rows > 0) chunks.push({ rows, bytes: arrow_batch.data })
    }
    return { columns, chunks }
  } catch (error) {
    if (!(error instanceof SparkRefusal)) throw error
    const { message, state } = error
    return {
      error: { error_code: state === '' ? 'INTERNAL_ERROR' : 'BAD_REQUEST', message },
      sql_state: state,
    }
  } finally {
    signal.removeEventListener('abort', ask)
    clearInterval(asking)
  }
}

/** What the information schema of Unity Catalog would say, which Spark does not have. */
async function catalogued(
  { run, target }: SparkSource,
  sql: string,
  { p1 = '', p2 }: Record<string, string>,
): Promise<DatabricksAnswer> {
  if (p1 !== target.schema || !sql.includes(`\`${target.database}\`.`)) return textsAs('none', [])
  if (sql.includes('.schemata')) return textsAs('1', [['1']])
  const views = new Set((await run(['show views'])).map(([, name]) => String(name)))
  const rows: (string | null)[][] = []
  for (const [, name] of await run(['show tables'])) {
    const table = String(name)
    if (p2 !== undefined && p2 !== table) continue
    const kind = views.has(table) ? ['VIEW', null] : ['MANAGED', 'PARQUET']
    for (const [column, type] of await run([`describe table \`${table}\``])) {
      if (column === '' || String(column).startsWith('#')) break
      rows.push([table, ...kind, String(column), String(type), 'YES'])
    }
  }
  return textsAs('table type format column native nullable', rows)
}
