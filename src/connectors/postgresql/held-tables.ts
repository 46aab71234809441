import { RunFailure } from '../../kernel/errors.ts'
import type { Statement } from '../../sql/print.ts'
import type { PostgresqlClient } from './client.ts'

/**
 * True for a table `c`, of the catalogue as the snapshot shows it, whose rows lie where they lay then; null for what keeps none itself or has
 * heirs. It says nothing of a table that is not locked.
 */
export const isAsThen = `case when c.relkind = 'r' and not c.relhassubclass
    then pg_catalog.pg_relation_filenode(c.oid) is not distinct from c.relfilenode end`

/** True for a table `c` of the snapshot that has been dropped since: nobody has any right on it, nor lacks it. */
export const isGoneSince = `pg_catalog.has_table_privilege(c.oid, 'select') is null`

/** Whether a table that this transaction has locked lies elsewhere than in its snapshot, had another name there, or is not there. */
const isAnyOtherSql = `select exists (
    select from pg_catalog.pg_locks l left join pg_catalog.pg_class c on c.oid = l.relation
    where l.pid = pg_catalog.pg_backend_pid() and l.locktype = 'relation' and l.relation::int8 >= 16384
      and (pg_catalog.pg_relation_filenode(l.relation) is distinct from nullif(c.relfilenode, 0)
        or (pg_catalog.parse_ident(l.relation::regclass::text))[pg_catalog.cardinality(pg_catalog.parse_ident(l.relation::regclass::text))]
          is distinct from c.relname::text)
      and case when c.oid is null then pg_catalog.pg_get_indexdef(l.relation) is null else c.relkind not in ('i', 'I') end)`

/** Of a table that is not the one of the snapshot any more. */
export const writtenAnew = (): RunFailure =>
  new RunFailure(
    'A table was emptied, replaced or rewritten in the source while its reading began; it has to be read again.',
    { retryable: true },
  )

/**
 * Sees to it that the tables which statements read are those of the snapshot. PostgreSQL looks a table up as it is when a statement has its
 * lock, which may be long after the snapshot: of one that was emptied, dropped and made again, or rewritten meanwhile the snapshot shows no row.
 * What is locked stays until the transaction ends.
 */
export class HeldTables {
  readonly #client: Pick<PostgresqlClient, 'read'>
  /** What a path begins with that is quoted in a statement. */
  readonly #path: RegExp
  /** The paths of tables that are locked and as the snapshot shows them. */
  readonly #held = new Set<string>()

  /** `schema` is quoted. */
  constructor(client: Pick<PostgresqlClient, 'read'>, schema: string) {
    this.#client = client
    this.#path = new RegExp(`${RegExp.escape(schema)}\\.(?:"(?:[^"]|"")*")`, 'g')
  }

  /** After the end of the transaction, and after a refused statement: its locks are given back. */
  forget(): void {
    this.#held.clear()
  }

  /** Of a table that is known to be locked and as the snapshot shows it, by its quoted path. */
  add(path: string): void {
    this.#held.add(path)
  }

  /** Throws RunFailure, after a statement, when its answer may be about another table than the snapshot's. */
  async require({ sql, written = [] }: Statement): Promise<void> {
    const paths = sql.match(this.#path) ?? []
    // A person may name tables in any other way.
    if (written.length === 0 && paths.length > 0 && paths.every((path) => this.#held.has(path))) return
    const { rows } = await this.#client.read(isAnyOtherSql)
    if (rows[0]?.[0] === true) throw writtenAnew()
    for (const path of paths) this.#held.add(path)
  }
}
