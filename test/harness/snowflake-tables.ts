import { SnowflakeDouble, type SnowflakeAnswer, type SnowflakeColumn } from './snowflake-double.ts'
import { TranslatedTables } from './translated-tables.ts'

/** The SQL API of Snowflake in front of DuckDB, with sqlglot between; its comparisons, conversions and errors are those of DuckDB. */
export interface SnowflakeTables {
  double: SnowflakeDouble
  /** Makes a table in DuckDB, of the schema `shop` of the database `LAKE`. */
  make(name: string, columns: SnowflakeColumn[], statements: readonly string[]): Promise<void>
  close(): Promise<void>
}

/** The tables as they are when they are asked for: DuckDB keeps no earlier rows. */
const snapshots = / at\(timestamp => to_timestamp_tz\('[^']*', '[^']*'\)\)/g

const text = (name: string): SnowflakeColumn => ({ name, type: 'TEXT' })

/** See `SnowflakeTables`. */
export async function snowflakeTables(): Promise<SnowflakeTables> {
  const data = await TranslatedTables.open('snowflake')
  await data.run([`attach ':memory:' as "LAKE"`, 'create schema "LAKE"."shop"'])
  const known = new Map<string, SnowflakeColumn[]>()
  const double = new SnowflakeDouble(async (sql, values): Promise<SnowflakeAnswer> => {
    if (sql.startsWith('select to_varchar(convert_timezone'))
      return { columns: [text('at')], rows: [['2026-01-31 12:00:00.000000000']] }
    if (sql.includes('.schemata where')) return { columns: [text('1')], rows: [['1']] }
    if (sql.includes('.columns where')) return catalogue(known, values[1])
    try {
      const { columns, rows } = await data.ask(sql.replaceAll(snapshots, ''), values)
      const types = columns.map(({ type }) => typeOf(type))
      return {
        columns: columns.map(({ name }, index) => ({
          name,
          ...types[index],
          type: types[index]?.type ?? '',
        })),
        rows: rows.map((row) => row.map((value, index) => sent(value, types[index]?.type ?? ''))),
      }
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      return { error: { status: 422, code: '002003', message } }
    }
  })
  await double.listen()
  return {
    double,
    async make(name, columns, statements) {
      known.set(name, columns)
      await data.run(statements)
    },
    async close() {
      await double.close()
      data.close()
    },
  }
}

/** What `columns` of the information schema shows. */
function catalogue(
  known: ReadonlyMap<string, SnowflakeColumn[]>,
  wanted: string | undefined,
): SnowflakeAnswer {
  const rows = [...known]
    .filter(([table]) => wanted === undefined || table === wanted)
    .flatMap(([table, columns]) =>
      columns.map(({ name, type, precision, scale }) => [
        table,
        name,
        type,
        precision === undefined ? null : String(precision),
        scale === undefined ? null : String(scale),
        null,
        null,
        'YES',
      ]),
    )
  const names = ['table', 'column', 'type', 'precision', 'scale', 'length', 'collation', 'nullable']
  return { columns: names.map((name) => text(name)), rows }
}

function typeOf(type: string): Omit<SnowflakeColumn, 'name'> {
  if (/^(?:U?(?:TINY|SMALL|BIG|HUGE)INT|U?INTEGER)$/.test(type))
    return { type: 'FIXED', precision: 38, scale: 0 }
  const [, precision, scale] = /^DECIMAL\((\d+),(\d+)\)$/.exec(type) ?? []
  if (scale !== undefined) return { type: 'FIXED', precision: Number(precision), scale: Number(scale) }
  if (type === 'DOUBLE' || type === 'FLOAT') return { type: 'REAL' }
  if (type === 'BOOLEAN' || type === 'DATE') return { type }
  return { type: type.startsWith('TIMESTAMP') ? 'TIMESTAMP_NTZ' : 'TEXT' }
}

function sent(value: string | null, type: string): string | null {
  if (value === null) return null
  if (type === 'DATE') return String(Date.parse(`${value}T00:00:00Z`) / 86_400_000)
  return type === 'TIMESTAMP_NTZ' ? secondsOf(value) : value
}

/** Seconds since 1970 with nine digits behind the point, as the interface writes a time. */
function secondsOf(value: string): string {
  const [whole = '', fraction = ''] = value.split('.')
  const seconds = BigInt(Date.parse(`${whole.replace(' ', 'T')}Z`) / 1000)
  const nanos = seconds * 1_000_000_000n + BigInt(fraction.padEnd(9, '0'))
  const digits = String(nanos < 0n ? -nanos : nanos).padStart(10, '0')
  return `${nanos < 0n ? '-' : ''}${digits.slice(0, -9)}.${digits.slice(-9)}`
}
