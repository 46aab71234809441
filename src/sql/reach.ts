import type { Token } from './lexer.ts'

/** What a query can do besides reading tables. */
interface Reach {
  /** Matched against the words of the query with one blank between them, texts left out. */
  pattern: RegExp
  does: string
  /** True for the names of functions and catalogues: quotes around them change nothing. Keywords are harmless in quotes. */
  isName?: true
}

const runsText = 'runs a text as SQL'
const showsServer = "shows what is the server's own"
const readsFiles = 'reads files that are not in this datastore'
const keepsWaiting = 'keeps the server waiting'
const takesLocks = 'takes or gives back a lock'
const advances = 'advances a sequence'

/**
 * A read-only transaction stops every change of a table, but on these servers a query can also write files, read the
 * server's own, take locks that others wait for, or sleep on. What the account may not do it cannot do here either;
 * `information_schema` stays readable, which shows an account no more than its own tables.
 */
const mysqlReach: Reach[] = [
  { pattern: /\binto\b/, does: 'writes its rows elsewhere' },
  { pattern: /\bload_file \(/, does: 'reads a file of the server', isName: true },
  { pattern: /\bsys_(?:exec|eval) \(/, does: 'runs a command on the server', isName: true },
  {
    pattern:
      /\b(?:sleep|benchmark|master_(?:pos|gtid)_wait|source_pos_wait|wait_for_executed_gtid_set|wait_until_sql_thread_after_gtids) \(/,
    does: keepsWaiting,
    isName: true,
  },
  { pattern: /\b(?:get_lock|release_lock|release_all_locks) \(/, does: takesLocks, isName: true },
  { pattern: /\bfor (?:update|share)\b|\block in share mode\b/, does: 'locks the rows that it reads' },
  { pattern: /\b(?:nextval|setval) \(/, does: advances, isName: true },
  { pattern: /\bnext value for\b/, does: advances },
  // Variables of the server and of the session, which an assignment would also change.
  { pattern: /@ @|: =/, does: showsServer },
]

/** The few `pg_...` functions that only compute; every other one is the server's own business. */
const computing = 'typeof|column_size|size_pretty|size_bytes|input_is_valid|collation_for'

/** The session of a superuser has given up its rights, but `set_config` could take them back. */
const postgresqlReach: Reach[] = [
  {
    pattern: /\b(?:set_config|current_setting) \(/,
    does: 'reads or changes settings of the server',
    isName: true,
  },
  { pattern: /\b(?:pg_sleep\w*) \(/, does: keepsWaiting, isName: true },
  { pattern: /\bpg_(?:try_)?advisory\w* \(/, does: takesLocks, isName: true },
  {
    pattern: new RegExp(`\\bpg_(?!(?:${computing}) \\()\\w+ \\(`),
    does: "is the server's own business",
    isName: true,
  },
  {
    pattern: /\b(?:lo_\w+|loread|lowrite) \(/,
    does: 'reads or writes large objects and files',
    isName: true,
  },
  { pattern: /\bdblink\w* \(/, does: 'connects to other databases', isName: true },
  {
    pattern:
      /\b(?:(?:query|cursor|table|schema|database)_to_xml\w*|ts_stat|ts_rewrite|crosstab\w*|connectby|xpath_table) \(/,
    does: runsText,
    isName: true,
  },
  { pattern: /\b(?:nextval|setval) \(/, does: advances, isName: true },
  {
    pattern:
      /\b(?:brin_\w+|gin_clean_\w+|binary_upgrade_\w+|txid_\w+|inet_(?:server|client)_\w+|get_raw_page|current_query) \(/,
    does: showsServer,
    isName: true,
  },
  {
    pattern:
      /\bpg_(?:authid|shadow|user_mappings?|largeobject\w*|settings|file_settings|hba_file_rules|ident_file_mappings|config|stat_\w+|statistic\w*|stats\w*|subscription|foreign_server|prepared_statements|cursors|backend_memory_contexts|shmem_allocations)\b/,
    does: showsServer,
    isName: true,
  },
  { pattern: /\bfor (?:no key )?(?:update|share|key share)\b/, does: 'locks the rows that it reads' },
]

/** The instance opens no file but the datastore's own; these would show its settings, or hide SQL in a text. */
const duckdbReach: Reach[] = [
  {
    pattern: /\b(?:read_\w+|parquet_\w+|sniff_csv|glob|scan_arrow\w*|arrow_scan\w*|\w+_scan|which_secret) \(/,
    does: readsFiles,
    isName: true,
  },
  {
    pattern: /\b(?:query|query_table|json_execute_serialized_sql|from_substrait\w*) \(/,
    does: runsText,
    isName: true,
  },
  {
    pattern: /\b(?:duckdb_\w+|pragma_\w+|current_setting|getenv|getvariable) \(/,
    does: showsServer,
    isName: true,
  },
  {
    pattern: /\bduckdb_(?:settings|secrets|logs\w*|databases|temporary_files|memory|extensions)\b/,
    does: showsServer,
    isName: true,
  },
  { pattern: /\b(?:nextval|setval) \(/, does: advances, isName: true },
  { pattern: /\bsleep\w* \(/, does: keepsWaiting, isName: true },
  {
    pattern:
      /\b(?:force_)?checkpoint \(|\b(?:enable|disable|set)_\w+ \(|\bwrite_log \(|\btruncate_duckdb_logs \(/,
    does: 'changes the engine',
    isName: true,
  },
]

/** The authorizer of the session refuses everything but reading; what is left are names that could be registered. */
const sqliteReach: Reach[] = [
  { pattern: /\bload_extension \(/, does: 'loads a library', isName: true },
  { pattern: /\b(?:readfile|writefile|edit|fileio_\w+|lsmode|fsdir) \(/, does: readsFiles, isName: true },
  { pattern: /\bpragma_\w+\b/, does: 'shows or changes settings of the database', isName: true },
  {
    pattern: /\bsqlite_dbpage\b|\bdbstat\b|\bsqlite_dbdata\b/,
    does: 'reads the file behind the tables',
    isName: true,
  },
]

const reaches: Record<string, Reach[]> = {
  mysql: mysqlReach,
  mariadb: mysqlReach,
  postgresql: postgresqlReach,
  duckdb: duckdbReach,
  sqlite: sqliteReach,
}

/** Throws a plain Error with a sentence for a query or expression that would do more than read tables. */
export function refuseReach(sql: string, tokens: readonly Token[], dialectName: string): void {
  const reach = reaches[dialectName]
  if (!reach) return
  const spoken = tokens.filter(({ kind }) => kind !== 'comment')
  if (dialectName === 'postgresql') refuseEscapedNames(sql, spoken)
  const words = wordsOf(sql, spoken, () => "''")
  const names = wordsOf(sql, spoken, (quoted) => quoted.slice(1, -1).toLowerCase())
  for (const { pattern, does, isName } of reach) {
    const [found] = pattern.exec(isName ? names : words) ?? []
    if (found !== undefined) {
      const name = found.replace(/ \($/, '')
      const remedy = isName ? 'leave it out' : 'a column of that name needs its quotes'
      throw new Error(`"${name}" ${does}, and here tables are only read; ${remedy}.`)
    }
  }
}

function wordsOf(sql: string, tokens: readonly Token[], identifier: (quoted: string) => string): string {
  return tokens
    .map(({ kind, start, end }) => {
      const written = sql.slice(start, end)
      if (kind === 'text') return "''"
      return kind === 'identifier' ? identifier(written) : written.toLowerCase()
    })
    .join(' ')
}

/** `U&"..."` spells a name in escapes, so that it cannot be read here. */
function refuseEscapedNames(sql: string, tokens: readonly Token[]): void {
  for (const [index, { start, end }] of tokens.entries()) {
    const [sign, quoted] = [tokens[index + 1], tokens[index + 2]]
    if (!/^u$/i.test(sql.slice(start, end)) || sign?.start !== end || sql[end] !== '&') continue
    if (quoted?.start === sign.end && ['text', 'identifier'].includes(quoted.kind)) {
      throw new Error(
        'A name or text in escapes (U&...) cannot stand in an expression; write its characters.',
      )
    }
  }
}
