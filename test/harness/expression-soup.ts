import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { StatementRefused, type Session } from '../../src/connectors/connector.ts'
import { checkUserExpression } from '../../src/sql/user-expression.ts'

const pieces = [
  "'",
  "''",
  '"',
  '`',
  '\\',
  ';',
  '(',
  ')',
  '--',
  '-- ',
  '#',
  '/*',
  '*/',
  '\n',
  ',',
  ' or ',
  '1',
  'e',
  'x',
  "_utf8'",
]

/** Fails when one of 3,000 random expressions that pass the check of its dialect moves the columns of the select around it. */
export async function expressionsStayOneItem(session: Session): Promise<void> {
  const soup = fc
    .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 8 })
    .map((parts) => parts.join(''))
  let understood = 0
  await fc.assert(
    fc.asyncProperty(soup, async (written) => {
      let checked: string
      try {
        checked = checkUserExpression(written, session.dialect)
      } catch {
        return
      }
      const sql = `select (${checked}\n) as first_item, 42 as last_item from (select 1 as x, 2 as e) as t`
      try {
        const { columns } = await session.query({ sql, parameters: [] })
        understood += 1
        assert.deepEqual(
          columns.map(({ name }) => name),
          ['first_item', 'last_item'],
        )
      } catch (error) {
        if (!(error instanceof StatementRefused)) throw error
      }
    }),
    { numRuns: 3000 },
  )
  assert.ok(understood > 20, `${understood}`)
}
