import type { Token } from './lexer.ts'

/** What a query can do besides reading tables: matched against its words with one blank between them, texts left out. */
interface Reach {
  pattern: RegExp
  does: string
}

/**
 * A read-only transaction stops every change of a table, but on these servers a query can also write files, read the
 * server's own, take locks that others wait for, or sleep on. What the account may not do it cannot do here either;
 * `information_schema` stays readable, which shows an account no more than its own tables.
 */
const mysqlReach: Reach[] = [
  { pattern: /\binto\b/, does: 'writes its rows elsewhere' },
  { pattern: /\bload_file \(/, does: 'reads a file of the server' },
  { pattern: /\bsys_(?:exec|eval) \(/, does: 'runs a command on the server' },
  {
    pattern:
      /\b(?:sleep|benchmark|master_(?:pos|gtid)_wait|source_pos_wait|wait_for_executed_gtid_set|wait_until_sql_thread_after_gtids) \(/,
    does: 'keeps the server waiting',
  },
  { pattern: /\b(?:get_lock|release_lock|release_all_locks) \(/, does: 'takes or gives back a lock' },
  { pattern: /\bfor (?:update|share)\b|\block in share mode\b/, does: 'locks the rows that it reads' },
  { pattern: /\b(?:nextval|setval) \(|\bnext value for\b/, does: 'advances a sequence' },
]

const reaches: Record<string, Reach[]> = { mysql: mysqlReach, mariadb: mysqlReach }

/** Throws a plain Error with a sentence for a query or expression that would do more than read tables. */
export function refuseReach(sql: string, tokens: readonly Token[], dialectName: string): void {
  const reach = reaches[dialectName]
  if (!reach) return
  const words = tokens
    .filter(({ kind }) => kind !== 'comment')
    .map(({ kind, start, end }) =>
      kind === 'text' || kind === 'identifier' ? "''" : sql.slice(start, end).toLowerCase(),
    )
    .join(' ')
  for (const { pattern, does } of reach) {
    const [found] = pattern.exec(words) ?? []
    if (found !== undefined) {
      const name = found.replace(/ \($/, '')
      throw new Error(
        `"${name}" ${does}, and here tables are only read; a column of that name needs its quotes.`,
      )
    }
  }
}
