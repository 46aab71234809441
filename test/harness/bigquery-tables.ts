import { BigqueryDouble, type BigqueryAnswer, type BigqueryColumn } from './bigquery-double.ts'
import { TranslatedTables } from './translated-tables.ts'

/** The interface of BigQuery in front of DuckDB, with sqlglot between; its comparisons, conversions and errors are those of DuckDB. */
export interface BigqueryTables {
  double: BigqueryDouble
  /** Makes a table in DuckDB, of the dataset `shop` of the project `lake`. */
  make(name: string, columns: BigqueryColumn[], statements: readonly string[]): Promise<void>
  close(): Promise<void>
}

/** The tables as they are when they are asked for: DuckDB keeps no earlier rows. */
const snapshots = / for system_time as of timestamp '[^']*'/g
const clock = 'select cast(current_timestamp() as string) as at'

/** See `BigqueryTables`. */
export async function bigqueryTables(): Promise<BigqueryTables> {
  const data = await TranslatedTables.open('bigquery')
  await data.run(["attach ':memory:' as lake", 'create schema lake.shop'])
  const double = new BigqueryDouble(async (sql, values): Promise<BigqueryAnswer> => {
    if (sql === clock)
      return { columns: [{ name: 'at', type: 'STRING' }], rows: [['2026-01-31 12:00:00+00']] }
    try {
      const { columns, rows } = await data.ask(sql.replaceAll(snapshots, ''), values)
      const types = columns.map(({ type }) => typeOf(type))
      return {
        columns: columns.map(({ name }, index) => ({ name, type: types[index] ?? '' })),
        rows: rows.map((row) => row.map((value, index) => sent(value, types[index] ?? ''))),
      }
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      return { error: { reason: 'invalidQuery', message } }
    }
  })
  await double.listen()
  return {
    double,
    async make(name, columns, statements) {
      double.tables.set(name, { type: 'TABLE', columns })
      await data.run(statements)
    },
    async close() {
      await double.close()
      data.close()
    },
  }
}

function typeOf(type: string): string {
  if (/^(?:U?(?:TINY|SMALL|BIG|HUGE)INT|U?INTEGER)$/.test(type)) return 'INTEGER'
  if (type.startsWith('DECIMAL')) return 'BIGNUMERIC'
  if (type === 'DOUBLE' || type === 'FLOAT') return 'FLOAT'
  if (type === 'BOOLEAN' || type === 'DATE') return type
  return type.startsWith('TIMESTAMP') ? 'DATETIME' : 'STRING'
}

function sent(value: string | null, type: string): string | null {
  if (value === null) return null
  if (type === 'FLOAT') return value.replace(/^(-?)inf$/, '$1Infinity').replace('nan', 'NaN')
  return type === 'DATETIME' ? value.replace(' ', 'T') : value
}
