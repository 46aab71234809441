import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Session } from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/registry.ts'
import type { Cell } from '../../src/kernel/cell.ts'
import type { Expression } from '../../src/sql/ast.ts'
import { call, column, count, equal, select, text } from '../../src/sql/build.ts'
import { printSelect } from '../../src/sql/print.ts'
import { boundsIn } from '../harness/example-stores.ts'
import { mariadbAbsence, mariadbSource, type MariadbSource } from '../harness/mariadb-source.ts'

describe('texts in MariaDB', { skip: mariadbAbsence }, () => {
  let source: MariadbSource
  let folder: string
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'assay-texts-'))
    source = await mariadbSource()
  })
  after(async () => {
    await source?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const using = async (work: (session: Session) => Promise<void>): Promise<void> => {
    const session = await connectors.get('mariadb').open(source.connection, source.target, boundsIn(folder))
    try {
      await work(session)
    } finally {
      await session.close()
    }
  }
  const table = (name: string) => ({ name, container_type: 'table' as const, file_options: {} })
  const words = [
    'a',
    'A',
    'a ',
    ' a',
    'à',
    'a\u0300',
    'ss',
    'ß',
    'SS',
    '',
    ' ',
    '\\',
    "\\'",
    'a\n',
    '😀',
    '😁',
    '１',
    '1',
  ]
  const evaluated = async (session: Session, expressions: Expression[]): Promise<Cell[]> => {
    const cells: Cell[] = []
    const items = expressions.map((expression, index) => ({ expression, alias: `x${index}` }))
    for (let from = 0; from < items.length; from += 500) {
      const statement = printSelect(
        select({
          items: items.slice(from, from + 500),
          from: { kind: 'store', sql: session.dialect.oneRow },
        }),
        session.dialect,
      )
      cells.push(...((await session.query(statement)).rows[0] ?? []))
    }
    return cells
  }

  test('are equal by code points, whatever the collation of their column', async () => {
    await source.run([
      'create table words (w varchar(9) character set utf8mb4 collate utf8mb4_unicode_ci)',
      `insert into words values ${words.map((word) => `('${word.replaceAll(/['\\]/g, String.raw`\$&`)}')`).join(', ')}`,
    ])
    await using(async (session) => {
      const { fields } = await session.describe(table('words'))
      const [field = assert.fail('no field')] = fields
      const from = session.relation(table('words'), fields, 'all')
      const found = async (statement: Parameters<typeof printSelect>[0]): Promise<Cell[][]> =>
        (await session.query(printSelect(statement, session.dialect))).rows
      const items = [{ expression: count(), alias: 'n' }]
      for (const word of words) {
        const rows = await found(select({ items, from, where: equal(column(field), text(word)) }))
        assert.deepEqual(rows, [[1]], JSON.stringify(word))
      }
      const groups = await found(select({ items, from, group_by: [column(field)] }))
      assert.equal(groups.length, words.length)
    })
  })

  test('match patterns as elsewhere: letter case counts, and a dollar is the very end', async () => {
    const patterns = [
      '^a$',
      'a$',
      '^[0-9]+$',
      '^.$',
      '\\s',
      '^$',
      '[$]?',
      '^(a|A)$',
      '\\\\$',
      '^\\S+$',
      'é|à',
    ]
    const pairs = words.flatMap((word) => patterns.map((pattern) => [word, pattern] as const))
    await using(async (session) => {
      const cells = await evaluated(
        session,
        pairs.map(([word, pattern]) => call('matches', text(word), text(pattern))),
      )
      for (const [index, [word, pattern]] of pairs.entries()) {
        const expected = new RegExp(pattern, 'u').test(word)
        assert.equal(cells[index] === 1, expected, JSON.stringify([word, pattern]))
      }
    })
  })

  test('have lengths, lower case and white space as elsewhere', async () => {
    const odd = [...words, ' \t a \n\v b\f\r ', 'ÀÉ', 'a\u00a0b']
    await using(async (session) => {
      assert.deepEqual(
        await evaluated(
          session,
          odd.map((word) => call('length', text(word))),
        ),
        odd.map((word) => [...word].length),
      )
      assert.deepEqual(
        await evaluated(
          session,
          odd.map((word) => call('lower', text(word))),
        ),
        odd.map((word) => word.toLowerCase()),
      )
      assert.deepEqual(
        await evaluated(
          session,
          odd.map((word) => call('collapse_whitespace', text(word))),
        ),
        odd.map((word) => word.replaceAll(/[ \t\n\v\f\r]+/g, ' ').replaceAll(/^ | $/g, '')),
      )
    })
  })
})
