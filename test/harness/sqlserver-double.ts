import type { ConnectionValues, DatastoreTarget } from '../../src/connectors/connector.ts'
import { tdsDouble, type DoubleAnswer } from './tds-double.ts'
import { TranslatedTables } from './translated-tables.ts'

/** What stands in the place of a SQL Server with tables. */
export interface SqlserverDouble {
  connection: ConnectionValues
  target: DatastoreTarget
  /** Tables by their names, with the columns and their types as SQL Server writes them, and the statements that make them in DuckDB. */
  make(
    tables: readonly { name: string; columns: Record<string, string>; statements: string[] }[],
  ): Promise<void>
  close(): Promise<void>
}

/**
 * The protocol of SQL Server in front of DuckDB, with sqlglot between: it shows that the SQL is read as T-SQL by a grammar that others wrote, and
 * means what was meant. Its comparisons, conversions and errors are those of DuckDB.
 */
export async function sqlserverDouble(): Promise<SqlserverDouble> {
  const data = await TranslatedTables.open('tsql')
  const known = new Map<string, Record<string, string>>()
  const answer = async (sql: string, values: Readonly<Record<string, string>>): Promise<DoubleAnswer> => {
    if (sql.includes('from sys.schemas')) return shown([['name', 'nvarchar(128)']], [['dbo']])
    if (sql.includes('from sys.objects')) return catalogue(known, values['p2'] ?? '')
    try {
      const { columns, rows } = await data.ask(sql, values)
      const natives = columns.map(({ type }) => nativeOf(type))
      return {
        columns: columns.map(({ name }, index) => ({ name, native: natives[index] ?? '' })),
        rows: rows.map((row) => row.map((value, index) => sent(value, natives[index] ?? ''))),
      }
    } catch (error) {
      return { error: { number: 208, message: error instanceof Error ? error.message : String(error) } }
    }
  }
  const { port, close } = await tdsDouble(answer)
  await data.run(['create schema dbo'])
  return {
    connection: {
      host: '127.0.0.1',
      port,
      username: 'reader',
      password: 'secret',
      parameters: { sslmode: 'disable' },
    },
    target: { database: 'shop', schema: null, root_path: null },
    async make(tables) {
      for (const { name, columns, statements } of tables) {
        known.set(name, columns)
        await data.run(statements)
      }
    },
    async close() {
      await close()
      data.close()
    },
  }
}

const shown = (
  columns: [name: string, native: string][],
  rows: (string | number | boolean | null)[][],
): DoubleAnswer => ({ columns: columns.map(([name, native]) => ({ name, native })), rows })

function catalogue(known: ReadonlyMap<string, Record<string, string>>, wanted: string): DoubleAnswer {
  const rows = [...known]
    .filter(([table]) => wanted === '' || table === wanted)
    .flatMap(([table, columns]) =>
      Object.entries(columns).map(([column, type]) => [table, false, column, ...typeOf(type), true]),
    )
  const text = 'nvarchar(128)'
  return shown(
    [
      ['name', text],
      ['is_view', 'bit'],
      ['column', text],
      ['type', text],
      ['bytes', 'int'],
      ['precision', 'int'],
      ['scale', 'int'],
      ['is_nullable', 'bit'],
    ],
    rows,
  )
}

/** The name of a type and its numbers, as `sys.columns` has them. */
function typeOf(type: string): [name: string, bytes: number, precision: number, scale: number] {
  const [, name = type, first = '', second = ''] = /^(\w+)(?:\((\w+)(?:,(\d+))?\))?$/.exec(type) ?? []
  if (name === 'nvarchar') return [name, first === 'max' ? -1 : Number(first) * 2, 0, 0]
  if (name === 'decimal') return [name, 17, Number(first), Number(second)]
  return [name, 8, 0, Number(first)]
}

function nativeOf(type: string): string {
  if (/^(?:U?(?:TINY|SMALL|BIG)INT|U?INTEGER)$/.test(type)) return 'bigint'
  if (type === 'HUGEINT') return 'decimal(38,0)'
  if (type.startsWith('DECIMAL')) return type.toLowerCase()
  if (type === 'DOUBLE' || type === 'FLOAT') return 'float'
  if (type === 'BOOLEAN') return 'bit'
  if (type === 'DATE') return 'date'
  return type.startsWith('TIMESTAMP') ? 'datetime2(7)' : 'nvarchar(max)'
}

function sent(value: string | null, native: string): string | boolean | null {
  if (value === null) return null
  if (native === 'bit') return value === 'true'
  if (native !== 'datetime2(7)') return value
  const [whole = '', digits = ''] = value.split('.')
  return `${whole}.${digits.padEnd(7, '0')}`
}
