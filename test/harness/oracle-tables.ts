import { OracleDouble, type OracleAnswer, type OracleColumn } from './oracledb-double.ts'
import { TranslatedTables } from './translated-tables.ts'

/** The driver of Oracle in front of DuckDB, with sqlglot between; its comparisons, conversions and errors are those of DuckDB. */
export interface OracleTables {
  double: OracleDouble
  /** Makes a table of the schema `shop` in DuckDB, with its columns as the catalogue of Oracle has them. */
  make(name: string, columns: OracleColumn[], statements: readonly string[]): Promise<void>
  close(): Promise<void>
}

/** See `OracleTables`. */
export async function oracleTables(): Promise<OracleTables> {
  const data = await TranslatedTables.open('oracle')
  await data.run(['create schema shop', "create table dual as select 'X' as dummy"])
  const known = new Map<string, OracleColumn[]>()
  const double = new OracleDouble(async (sql, values, isRun): Promise<OracleAnswer> => {
    if (sql.includes('from all_users')) return { columns: [{ name: 'N', type: 'NUMBER' }], rows: [['1']] }
    if (sql.includes('from all_objects')) return catalogue(known, values['p2'])
    try {
      const { columns, rows } = await data.ask(sql, values, isRun)
      const types = columns.map(({ type }) => typeOf(type))
      return {
        columns: columns.map(({ name }, index) => ({ name, type: '', ...types[index] })),
        rows: rows.map((row) => row.map((value, index) => sent(value, types[index]?.type ?? ''))),
      }
    } catch (error) {
      return { error: { number: 904, message: error instanceof Error ? error.message : String(error) } }
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

const catalogueColumns =
  'OBJECT_NAME OBJECT_TYPE COLUMN_NAME DATA_TYPE DATA_PRECISION DATA_SCALE LENGTH NULLABLE'

/** What `all_objects` and `all_tab_cols` show of these tables. */
function catalogue(known: ReadonlyMap<string, OracleColumn[]>, wanted: string | undefined): OracleAnswer {
  const rows = [...known]
    .filter(([table]) => wanted === undefined || table === wanted)
    .flatMap(([table, columns]) =>
      columns.map(({ name, type, precision, scale, byteSize }) => [
        table,
        'TABLE',
        name,
        type,
        ...[precision, scale, byteSize].map((number) => (number === undefined ? null : String(number))),
        'Y',
      ]),
    )
  return {
    columns: catalogueColumns
      .split(' ')
      .map((name) => ({ name, type: /PREC|SCALE|LENGTH/.test(name) ? 'NUMBER' : 'VARCHAR2' })),
    rows,
  }
}

function typeOf(type: string): Omit<OracleColumn, 'name'> {
  if (/^(?:U?(?:TINY|SMALL|BIG|HUGE)INT|U?INTEGER)$/.test(type)) return { type: 'NUMBER' }
  const [, precision, scale] = /^DECIMAL\((\d+),(\d+)\)$/.exec(type) ?? []
  if (scale !== undefined) return { type: 'NUMBER', precision: Number(precision), scale: Number(scale) }
  if (type === 'DOUBLE') return { type: 'BINARY_DOUBLE' }
  if (type === 'FLOAT') return { type: 'BINARY_FLOAT' }
  if (type === 'BOOLEAN' || type === 'DATE') return { type }
  return { type: type.startsWith('TIMESTAMP') ? 'TIMESTAMP' : 'VARCHAR2' }
}

function sent(value: string | null, type: string): string | number | boolean | null {
  // What is empty is NULL there.
  if (value === null || (value === '' && type === 'VARCHAR2')) return null
  if (type === 'BOOLEAN') return value === 'true'
  return type.startsWith('BINARY_') ? floating(value) : value
}

function floating(value: string): number {
  const [, sign] = /^([-+]?)inf(?:inity)?$/i.exec(value) ?? []
  if (sign === undefined) return Number(value)
  return sign === '-' ? -Infinity : Infinity
}
