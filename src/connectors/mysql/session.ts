import type { Cell } from '../../kernel/cell.ts'
import type { ContainerReference } from '../../model/container.ts'
import type { DiscoveredField } from '../../model/field.ts'
import { quotePath } from '../../sql/quoting.ts'
import { StatementRefused, type FieldGuarantee, type KeyGuarantee } from '../connector.ts'
import type { MysqlClient } from './client.ts'
import { columnFieldType } from './types.ts'
import { SnapshotSession, type CatalogueTable } from '../shared/table-session.ts'
import {
  fieldless,
  presentFields,
  tablesByName,
  uniqueKeys,
  wordsOfKey,
  type UniqueKey,
} from '../shared/tables.ts'

interface Table extends CatalogueTable {
  /** The catalogue's remark; of a table that cannot be opened, the reason. */
  comment: string
  /** True when the catalogue has columns of it, readable or not. */
  hasColumns: boolean
  /** True for a table of InnoDB, which holds NOT NULL and primary keys whatever a writer sets. */
  isHeld: boolean
  /** Names of the columns whose values are stored and never NULL. */
  present: Set<string>
  /** The columns of its primary key that this account sees. */
  primary: string[]
}

/** The tables and views of one MySQL or MariaDB database. */
export class MysqlSession extends SnapshotSession<MysqlClient, Table> {
  /** The table that was described last in this snapshot. */
  #described: Table | null = null

  constructor(client: MysqlClient, database: string) {
    super(client, { path: [database], shown: client.shown })
  }

  protected override async readable(name: string): Promise<Table> {
    this.#described = await super.readable(name)
    return this.#described
  }

  /**
   * Only NOT NULL: writers may turn off CHECK constraints for themselves, and so may those of unique keys but the primary one. A table
   * that was altered since the snapshot is refused by the server when its rows are read.
   */
  async guarantees({ name }: ContainerReference): Promise<ReadonlyMap<string, FieldGuarantee>> {
    const table = await this.#known(name)
    return presentFields(table?.isHeld ? table.present : [])
  }

  /** Only the primary key, and none with texts, whose equality is a matter of their collation. */
  async keys({ name }: ContainerReference): Promise<readonly KeyGuarantee[]> {
    const table = await this.#known(name)
    if (!table?.isHeld || table.primary.length === 0) return []
    const fields = table.fields.filter((field) => table.primary.includes(field.name))
    const isFit = fields.length === table.primary.length && fields.every(isExact)
    if (!isFit || !(await this.#seesAllOf(name))) return []
    return [{ fields: table.primary, by: wordsOfKey({ name: '', is_primary: true, fields: table.primary }) }]
  }

  override async renew(): Promise<boolean> {
    this.#described = null
    return super.renew()
  }

  async #known(name: string): Promise<Table | null> {
    if (this.#described?.name !== name) this.#described = await this.table(name)
    return this.#described
  }

  /** The catalogue hides columns that an account may not use, parts of a key among them; only asking for all of them tells. */
  async #seesAllOf(name: string): Promise<boolean> {
    const table = quotePath([...this.path, name], this.dialect)
    try {
      await this.client.query({ sql: `select * from ${table} limit 0`, parameters: [] })
      return true
    } catch (error) {
      if (error instanceof StatementRefused) return false
      throw error
    }
  }

  /** Two statements rather than a join: the server opens only the tables that such a condition names. */
  protected override async tables(name: string | null): Promise<Table[]> {
    const only = name === null ? '' : 'and table_name = ?'
    const parameters = name === null ? [...this.path] : [...this.path, name]
    const listed = await this.client.read(
      `select table_name, table_type, table_comment, engine from information_schema.tables
       where table_schema = ? ${only}
         and table_type in ('BASE TABLE', 'SYSTEM VERSIONED', 'VIEW', 'SYSTEM VIEW') order by table_name`,
      parameters,
    )
    const columns = await this.client.read(
      `select table_name, column_name, column_type, is_nullable, privileges, column_key, extra from information_schema.columns
       where table_schema = ? ${only} order by table_name, ordinal_position`,
      parameters,
    )
    const tables = tablesByName(listed.rows, tableIn)
    for (const [table, column, type, isNullable, privileges, key, extra] of columns.rows) {
      const found = tables.get(String(table))
      if (!found) continue
      found.hasColumns = true
      if (key === 'PRI') found.primary.push(String(column))
      if (isNullable === 'NO' && !/\b(?:virtual|stored|persistent)\b/i.test(String(extra)))
        found.present.add(String(column))
      if (!String(privileges).split(',').includes('select')) continue
      found.fields.push({
        name: String(column),
        type: columnFieldType(String(type)),
        native_type: String(type),
        nullable: isNullable === 'YES',
      })
    }
    return [...tables.values()]
  }

  /** A key over an expression or the start of a text does not tell whole values apart. */
  protected override async uniqueKeys(): Promise<Map<string, UniqueKey[]>> {
    const { rows } = await this.client.read(
      `select table_name, index_name, column_name, sub_part from information_schema.statistics
       where table_schema = ? and non_unique = 0 order by table_name, index_name, seq_in_index`,
      [...this.path],
    )
    const partial = new Set(
      rows.flatMap(([table, key, column, part]) =>
        column === null || part !== null ? JSON.stringify([table, key]) : [],
      ),
    )
    return uniqueKeys(
      rows
        .filter(([table, key]) => !partial.has(JSON.stringify([table, key])))
        .map(([table, key, column]) => [table ?? null, key ?? null, key === 'PRIMARY', column ?? null]),
    )
  }

  protected override async reasonAgainst(table: Table): Promise<string | null> {
    const { name, isView, comment, fields, hasColumns } = table
    if (!isView && !hasColumns)
      return `"${name}" cannot be opened in the database: ${comment || 'it shows no columns'}.`
    if (hasColumns && fields.length === 0) return fieldless(name)
    // Only reading a view shows whether its tables are there and its definer may read them.
    return isView ? super.reasonAgainst(table) : null
  }
}

/** A table of the list, without what its columns say. */
const tableIn = (name: string, [, type, comment, engine]: readonly Cell[]): Table => ({
  name,
  isView: String(type).endsWith('VIEW'),
  comment: String(comment ?? ''),
  fields: [],
  hasColumns: false,
  isHeld: type === 'BASE TABLE' && engine === 'InnoDB',
  present: new Set(),
  primary: [],
})

/** Of a type whose equal values are the same value. */
const isExact = ({ type, native_type }: DiscoveredField): boolean =>
  ['Integral', 'Boolean', 'Date', 'Timestamp'].includes(type) || /^decimal\b/i.test(native_type)
