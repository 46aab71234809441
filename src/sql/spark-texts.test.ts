import assert from 'node:assert/strict'
import { test } from 'node:test'
import { spark } from './dialects/spark.dialect.ts'
import { checkUserExpression } from './user-expression.ts'

const checked = (text: string): string => checkUserExpression(text, spark)

test('texts and names end where Spark ends them', () => {
  for (const text of [`a = 'it''s'`, `a = 'it\\'s'`, '`a\\` = 1', `"a b" = 'x'`, `a::string = 'x'`])
    assert.equal(checked(text), text)
})

test('a back-tick behind a backslash ends a name there, so that what follows is judged', () => {
  assert.throws(() => checked("`a\\` = reflect('java.lang.System', 'nanoTime') or `b\\` = 1"), /runs code/)
})

test('raw texts and comments that go on in the next line are refused, as they would hide what follows', () => {
  assert.throws(() => checked(`a = r'\\' or reflect('x', 'y') = ''`), /raw text/)
  assert.throws(() => checked('a = 1 -- \\\n or b = 2'), /backslash/)
})

test('what would be taken for a parameter is refused', () => {
  for (const text of ['a = :p1', 'a = : p1', 'a = ?', 'a:::p1 = 1', 'a:b = 1'])
    assert.throws(() => checked(text), /parameter/)
})
