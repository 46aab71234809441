import { AthenaDouble, type AthenaAnswer, type AthenaColumn, type AthenaTable } from './athena-double.ts'
import { trinoPages, trinoSource, type TrinoSource } from './trino-source.ts'

/** The interface of Amazon Athena in front of a Trino server; its SQL is run there, and its catalogue is read from there. */
export interface AthenaTables {
  double: AthenaDouble
  /** Statements of Trino, in the schema of the tables. */
  run: TrinoSource['run']
  close(): Promise<void>
}

/** See `AthenaTables`. */
export async function athenaTables(): Promise<AthenaTables> {
  const source = await trinoSource()
  const { host, port } = source.connection
  const address = `http://${host}:${port}`
  const { database: catalog, schema } = source.target
  const double = new AthenaDouble({
    async syntaxFault(sql) {
      for await (const { error } of trinoPages(`prepare checked from ${sql}`, { address, schema }))
        if (error) return error.message
      return null
    },
    run: ({ sql, values, signal, ...place }) =>
      answerOf(bound(sql, values), { address, catalog: place.catalog, schema: place.database }, signal),
    tables: async (database) =>
      cataloguedFrom(
        await source.run([
          `select c.table_name, t.table_type, c.column_name, c.data_type from information_schema.columns c
           join information_schema.tables t on t.table_name = c.table_name and t.table_schema = c.table_schema
           where c.table_schema = '${database}' order by c.table_name, c.ordinal_position`,
        ]),
      ),
  })
  Object.assign(double.target, { database: catalog, schema })
  await double.listen()
  return {
    double,
    run: source.run,
    async close() {
      await double.close()
      await source.close()
    },
  }
}

const bound = (sql: string, values: readonly string[]): string =>
  values.length === 0 ? sql : `execute immediate '${sql.replaceAll("'", "''")}' using ${values.join(', ')}`

async function answerOf(
  sql: string,
  place: { address: string; catalog: string; schema: string },
  signal: AbortSignal,
): Promise<AthenaAnswer> {
  let columns: AthenaColumn[] = []
  const rows: (string | null)[][] = []
  for await (const page of trinoPages(sql, place, { parse: numbersAsWritten, signal })) {
    if (signal.aborted) return { error: 'Query cancelled by user', category: 2 }
    if (page.error) {
      const { message, errorType, errorName } = page.error
      return { error: `${errorName}: ${message}`, category: errorType === 'USER_ERROR' ? 2 : 1 }
    }
    if (page.columns) columns = page.columns.map(columnOf)
    for (const row of page.data ?? []) rows.push(row.map(textOf))
  }
  return { columns, rows }
}

/** Each number as the server wrote it. */
const numbersAsWritten = (text: string): unknown =>
  JSON.parse(text, (_name, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? (context?.source ?? String(value)) : value,
  )

function textOf(value: unknown): string | null {
  if (value === null) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function columnOf({ name, type }: { name: string; type: string }): AthenaColumn {
  const [, precision, scale] = /^decimal\((\d+),\s?(\d+)\)$/.exec(type) ?? []
  if (precision !== undefined)
    return { Name: name, Type: 'decimal', Precision: Number(precision), Scale: Number(scale) }
  const plain = type.replace(/\([^)]*\)/, '')
  return { Name: name, Type: plain === 'real' ? 'float' : plain }
}

/** The catalogue has types of Hive, and does not tell whether a time has a zone. */
function cataloguedFrom(rows: readonly unknown[][]): AthenaTable[] {
  const tables = new Map<string, AthenaTable>()
  for (const [name, kind, column, type] of rows.map((row) => row.map(String))) {
    const table = tables.get(name ?? '') ?? {
      Name: name ?? '',
      TableType: kind === 'VIEW' ? 'VIRTUAL_VIEW' : 'EXTERNAL_TABLE',
      Columns: [],
      Parameters: {},
    }
    tables.set(table.Name, table)
    if (type?.endsWith('with time zone')) table.Parameters = { table_type: 'ICEBERG' }
    table.Columns.push({ Name: column ?? '', Type: hiveType(type ?? '') })
  }
  return [...tables.values()]
}

const hiveNames: Record<string, string> = {
  varchar: 'string',
  integer: 'int',
  real: 'float',
  varbinary: 'binary',
}

const hiveType = (type: string): string =>
  hiveNames[type] ??
  type.replace(/^timestamp.*$/, 'timestamp').replace(/^decimal\((\d+), (\d+)\)$/, 'decimal($1,$2)')
