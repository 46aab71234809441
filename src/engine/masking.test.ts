import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayRead } from './masking.ts'

test('a masked field with quotes in its name is seen in SQL, in whichever quotes it stands', () => {
  const masked = new Set(['Pay"now', 'pay`now', 'pay]now'])
  const written = ['"pay""now" > 1', '`PAY"now` > 1', '`pay``now` > 1', '"pay`now" > 1', '[pay]]now] > 1']
  for (const sql of written) assert.ok(mayRead(sql, masked), sql)
  assert.ok(!mayRead('"pay" > 1 and "now" > 1', masked))
})
