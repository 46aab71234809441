import type { ContainerReference } from '../../model/container.ts'
import type { DiscoveredField } from '../../model/field.ts'
import type { Cell } from '../../kernel/cell.ts'
import type { Statement } from '../../sql/print.ts'
import { quoteIdentifier, quotePath } from '../../sql/quoting.ts'
import type { DiscoveredContainer, FieldGuarantee, KeyGuarantee, Rows, Session } from '../connector.ts'
import { AskedAhead } from './asked-ahead.ts'
import type { PostgresqlClient } from './client.ts'
import { HeldTables, isAsThen, isGoneSince, writtenAnew } from './held-tables.ts'
import {
  constraintsOf,
  constraintsSql,
  noConstraints,
  type Constraints,
  type TableFacts,
} from './constraints.ts'
import { rowSecurityRemarks, rowSecuritySql, type RowSecurityRemarks } from './row-security.ts'
import { postgresqlFieldType, type ServerTypes } from './types.ts'
import { SnapshotSession, type CatalogueTable } from '../shared/table-session.ts'
import { tablesByName, uniqueKeys, wholeTable, type UniqueKey } from '../shared/tables.ts'

/** What is shown of a table `c` and of a field `a` of it. */
const shownColumns = `c.relname, c.relkind in ('v', 'm') as is_view, a.attname,
    pg_catalog.format_type(a.atttypid, a.atttypmod), a.atttypid::int8, a.atttypmod, a.attnotnull, c.relispopulated`

/**
 * What tells whether constraints are worth asking for: whether the table keeps its rows itself and has never had an heir (of a partitioned one
 * its partitions are looked at), whether it has indexes, whether it has CHECK constraints or partitions, and whether NOT NULL may hold
 * for new rows only, as it may since PostgreSQL 18.
 */
const constrained = `c.relkind = 'p' or (c.relkind = 'r' and not c.relhassubclass), c.relhasindex,
    c.relchecks > 0 or c.relkind = 'p', pg_catalog.current_setting('server_version_num')::int >= 180000`

/** Those under a partitioned table are part of it. */
const isTable = `c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition`

/** It is granted for a field where it is granted for the table. */
const isReadable = `a.attnum > 0 and not a.attisdropped and pg_catalog.has_column_privilege(c.oid, a.attnum, 'select')`

/** One row per readable field of the tables of a schema ($1), or one without a field; $2: a table's name, or '' for all. */
const catalogueSql = `select ${shownColumns},
    a.attname is not null
      or exists (select from pg_catalog.pg_attribute h where h.attrelid = c.oid and h.attnum > 0 and not h.attisdropped),
    c.relrowsecurity or c.relkind = 'v', ${constrained}, ${isGoneSince}
  from pg_catalog.pg_class c
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  left join pg_catalog.pg_attribute a on a.attrelid = c.oid and ${isReadable}
  where n.nspname = $1 and ${isTable} and ($2 = '' or c.relname = $2)
  order by c.relname, a.attnum`

/**
 * The same of the one table of a quoted name ($1), for those that have a readable field: planned in a fraction of the time, and found by
 * its number among thousands.
 */
const tableSql = `select ${shownColumns}, true, c.relrowsecurity or c.relkind = 'v', ${constrained}, ${isAsThen}
  from pg_catalog.pg_class c, pg_catalog.pg_attribute a
  where c.oid = pg_catalog.to_regclass($1) and a.attrelid = pg_catalog.to_regclass($1) and ${isTable} and ${isReadable}
  order by a.attnum`

/** A column of a primary key or of a unique index, which is one whole, over columns alone, and checked at once. */
const keysSql = `select c.relname, k.relname, i.indisprimary, a.attname
  from pg_catalog.pg_index i
  join pg_catalog.pg_class c on c.oid = i.indrelid
  join pg_catalog.pg_class k on k.oid = i.indexrelid
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  cross join lateral pg_catalog.unnest(i.indkey::int2[]) with ordinality as part (attnum, position)
  join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = part.attnum
  where n.nspname = $1 and i.indisunique and i.indisvalid and i.indimmediate
    and i.indpred is null and i.indexprs is null and part.position <= i.indnkeyatts
  order by c.relname, k.relname, part.position`

const triesOfList = 5

interface Table extends CatalogueTable {
  isPopulated: boolean
  /** True when it has columns, readable or not. */
  hasColumns: boolean
  /** True when row-level security may apply to what it shows. */
  mayHideRows: boolean
  facts: TableFacts
}

/** The tables and views of one schema of a PostgreSQL database. */
export class PostgresqlSession extends SnapshotSession<PostgresqlClient, Table> {
  readonly #schema: string
  readonly #ahead: AskedAhead
  readonly #held: HeldTables
  /** The table that was described last in this snapshot, and its constraints once they were asked for. */
  #described: { table: Table; constraints: Constraints | null } | null = null

  /** `place` tells the database among all that this process reads. */
  constructor(client: PostgresqlClient, schema: string, place: string) {
    super(client, { path: [schema] })
    this.#schema = schema
    const quoted = (name: string): string => this.#quoted(name)
    this.#held = new HeldTables(client, quoteIdentifier(schema, this.dialect))
    this.#ahead = new AskedAhead(client, this.#held, { question: tableSql, place, quoted })
  }

  override async *discover(): AsyncGenerator<DiscoveredContainer> {
    const remarks = await this.#remarks()
    for await (const listed of super.discover())
      yield { ...listed, ...(listed.unloadable === null && remarks.get(listed.name)) }
  }

  override async describe({ name }: ContainerReference): ReturnType<Session['describe']> {
    const table = await this.readable(name)
    this.#described = { table, constraints: null }
    this.#ahead.described(name)
    const remarks = table.mayHideRows ? (await this.#remarks(name)).get(name) : undefined
    return { fields: table.fields, partitions: [wholeTable(name)], ...remarks }
  }

  async remarksOn(name: string): Promise<readonly string[]> {
    return (await this.#remarks(name)).get(name)?.remarks ?? []
  }

  async guarantees(
    { name }: ContainerReference,
    fields: readonly DiscoveredField[],
  ): Promise<ReadonlyMap<string, FieldGuarantee>> {
    const facts = await this.#factsOf(name)
    if (!facts) return noConstraints.fields
    const isPresent = fields.some((field) => facts.present.has(field.name))
    const isAsked = facts.has_checks || (facts.may_be_invalid && isPresent)
    return (isAsked ? await this.#constraints(name, facts) : constraintsOf(facts, [])).fields
  }

  async keys({ name }: ContainerReference): Promise<readonly KeyGuarantee[]> {
    const facts = await this.#factsOf(name)
    return facts?.has_indexes ? (await this.#constraints(name, facts)).keys : []
  }

  override async renew(next?: ContainerReference): Promise<boolean> {
    this.#described = null
    await this.#ahead.renew(next === undefined || next.computation ? null : next.name)
    return true
  }

  override async query(statement: Statement): Promise<Rows> {
    const rows = await this.#ahead
      .answerTo(statement, () => super.query(statement))
      .catch((error: unknown) => this.#refused(error))
    await this.#held.require(statement)
    return rows
  }

  override async *stream(statement: Statement): AsyncGenerator<Rows> {
    try {
      yield* super.stream(statement)
    } catch (error) {
      this.#refused(error)
    }
    await this.#held.require(statement)
  }

  #refused(error: unknown): never {
    this.#held.forget()
    throw error
  }

  protected override async uniqueKeys(): Promise<Map<string, UniqueKey[]>> {
    return uniqueKeys((await this.client.read(keysSql, [this.#schema])).rows)
  }

  protected override async reasonAgainst(table: Table): Promise<string | null> {
    return reasonAgainst(table)
  }

  async #remarks(name = ''): Promise<RowSecurityRemarks> {
    return rowSecurityRemarks(await this.client.read(rowSecuritySql, [this.#schema, name]))
  }

  /** Null for a table that keeps rows elsewhere, of which nothing is known here. */
  async #factsOf(name: string): Promise<TableFacts | null> {
    if (this.#described?.table.name !== name) {
      const table = await this.table(name)
      this.#described = table && { table, constraints: null }
    }
    const facts = this.#described?.table.facts
    return facts?.is_plain ? facts : null
  }

  /** Of the table that was described last, in the snapshot in which its rows are read. */
  async #constraints(name: string, facts: TableFacts): Promise<Constraints> {
    const known = this.#described?.constraints
    if (known) return known
    const found = constraintsOf(facts, (await this.client.read(constraintsSql, [this.#quoted(name)])).rows)
    if (this.#described) this.#described.constraints = found
    return found
  }

  protected override async tables(name: string | null): Promise<Table[]> {
    const rows = (name === null ? null : await this.#readable(name)) ?? (await this.#listed(name ?? ''))
    const types = await this.client.typesOf(
      rows.flatMap(([, , , , oid]) => (oid === null ? [] : Number(oid))),
    )
    const tables = tablesByName(rows, tableIn, (table, row) => {
      if (row[2] === null) return
      const field = fieldOf(row, types)
      table.fields.push(field)
      if (!field.nullable) table.facts.present.add(field.name)
    })
    return [...tables.values()]
  }

  /**
   * The rows of the tables of a name, '' for all. A table that is dropped and made again in one transaction is never missing; the snapshot may
   * show the one before, of which nothing can be read any more. All are listed anew then, a few times.
   */
  async #listed(name: string): Promise<Cell[][]> {
    for (let left = name === '' ? triesOfList : 1; left > 0; left--) {
      const { rows } = await this.client.read(catalogueSql, [this.#schema, name])
      if (!rows.some((row) => row.at(-1) === true)) return rows
      if (left > 1) await this.renew()
    }
    throw writtenAnew()
  }

  /** The rows of one table; null for one that is not there, or has no readable field. */
  async #readable(name: string): Promise<Cell[][] | null> {
    const rows =
      this.#ahead.catalogueOf(name) ?? (await this.client.read(tableSql, [this.#quoted(name)])).rows
    // PostgreSQL cuts a name that is too long, which may be that of another table then.
    return rows[0]?.[0] === name ? rows : null
  }

  #quoted(name: string): string {
    return quotePath([this.#schema, name], this.dialect)
  }
}

/** A table without its fields. */
const tableIn = (name: string, row: readonly Cell[]): Table => ({
  name,
  isView: row[1] === true,
  isPopulated: row[7] === true,
  hasColumns: row[8] === true,
  mayHideRows: row[9] === true,
  fields: [],
  facts: factsOf(row),
})

function fieldOf(
  [, , name, native, oid, modifier, isRequired]: readonly Cell[],
  types: ServerTypes,
): DiscoveredField {
  return {
    name: String(name),
    type: postgresqlFieldType(types.get(Number(oid)), Number(modifier)),
    native_type: String(native),
    nullable: isRequired !== true,
  }
}

const factsOf = (row: readonly Cell[]): TableFacts => ({
  is_plain: row[10] === true,
  has_indexes: row[11] === true,
  has_checks: row[12] === true,
  may_be_invalid: row[13] === true,
  present: new Set(),
})

function reasonAgainst({ name, fields, isPopulated, hasColumns }: Table): string | null {
  if (!hasColumns) return `"${name}" has no columns.`
  if (!isPopulated) return `The materialized view "${name}" holds nothing yet; refresh it in the database.`
  return fields.length > 0
    ? null
    : `"${name}" has no field that this role may read; grant it SELECT in the database.`
}
