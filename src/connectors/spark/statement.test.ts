import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainWords } from './statement.ts'

test('of a table that is not found only what its reader can use is said', () => {
  const said = plainWords(
    "[TABLE_OR_VIEW_NOT_FOUND] The table or view `shop`.`gone` cannot be found. Verify the spelling and correctness of the schema and catalog.\nTo tolerate the error on drop use DROP VIEW IF EXISTS or DROP TABLE IF EXISTS. SQLSTATE: 42P01; line 1 pos 14;\n'GlobalLimit 10\n",
  )
  assert.equal(
    said,
    'The table or view `shop`.`gone` cannot be found. Verify the spelling and correctness of the schema and catalog.; line 1 pos 14',
  )
})
