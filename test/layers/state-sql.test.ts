import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('../../src', import.meta.url))

/** What begins or runs a statement of the query builder; `transaction().execute(` opens a transaction and is not one. */
const statement =
  /\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto|replaceInto|executeTakeFirst(OrThrow)?|executeQuery)\s*\(/

/** The lines of a text that do so, each with its number. */
function statementsIn(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, index) => (statement.test(line) ? `${index + 1}: ${line.trim()}` : []))
}

describe('SQL of our own state stands in src/store/ alone', () => {
  test('no other file begins or runs a statement of the query builder', () => {
    const files = globSync('**/*.ts', { cwd: source }).filter((file) => !file.startsWith('store/'))
    assert.ok(files.length > 500, 'the files of src/ are found')
    const found = files.flatMap((file) =>
      statementsIn(readFileSync(join(source, file), 'utf8')).map((line) => `src/${file}:${line}`),
    )
    assert.deepEqual(
      found,
      [],
      'Move these into a function of src/store/<concept>.ts; a subquery may be passed on.',
    )
  })

  test('a statement that is planted is named by its line', () => {
    const planted = [
      'export const names = (database: Queryable) =>',
      '  database',
      "    .selectFrom('users')",
      "    .select('user_name')",
      '    .executeTakeFirst()',
    ].join('\n')
    assert.deepEqual(statementsIn(planted), ["3: .selectFrom('users')", '5: .executeTakeFirst()'])
  })
})
