import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KeptAnswers } from './kept-answers.ts'

const caller = (user_id: number, snapshot: string) => ({
  user_id,
  snapshot,
  user_name: 'ada',
  role: 'Member' as const,
  actor: { kind: 'user' as const },
})
const list = { method: 'GET', url: '/operations' }
const mebibyte = 1024 * 1024

test('an answer is found by the same user who asks for the same in the same state, and by nobody else', () => {
  const answers = new KeptAnswers()
  assert.equal(String(answers.keep(caller(1, '7:7:'), list, '[1]')), '[1]')
  assert.equal(String(answers.find(caller(1, '7:7:'), list)), '[1]')
  assert.equal(answers.find(caller(1, '7:8:'), list), null)
  assert.equal(answers.find(caller(2, '7:7:'), list), null)
  assert.equal(answers.find(caller(1, '7:7:'), { ...list, url: '/operations?page=2' }), null)
  assert.equal(answers.find(caller(1, '7:7:'), { ...list, method: 'HEAD' }), null)
})

test('of many answers the first go, and one that is very long is not kept', () => {
  const answers = new KeptAnswers()
  const asked = (page: number) => ({ ...list, url: `/operations?page=${page}` })
  const one = caller(1, '7:7:')
  for (let page = 1; page <= 9; page++) answers.keep(one, asked(page), 'x'.repeat(mebibyte))
  const found = Array.from({ length: 9 }, (_, index) => answers.find(one, asked(index + 1)) !== null)
  assert.deepEqual(found, [false, true, true, true, true, true, true, true, true])
  answers.keep(one, asked(9), 'x'.repeat(mebibyte + 1))
  assert.equal(answers.find(one, asked(9)), null)
})

test('what is kept anew takes the place of what it was, and no other answer has to go', () => {
  const answers = new KeptAnswers()
  answers.keep(caller(1, '7:7:'), { ...list, url: '/anomalies' }, '[]')
  for (let turn = 0; turn < 20; turn++) answers.keep(caller(1, `7:${turn}:`), list, 'x'.repeat(mebibyte))
  assert.equal(String(answers.find(caller(1, '7:7:'), { ...list, url: '/anomalies' })), '[]')
})

test('no answer is kept for longer than a minute', () => {
  let now = 0
  const answers = new KeptAnswers(() => now)
  answers.keep(caller(1, '7:7:'), list, '[]')
  now = 60_000
  assert.equal(String(answers.find(caller(1, '7:7:'), list)), '[]')
  now = 60_001
  assert.equal(answers.find(caller(1, '7:7:'), list), null)
})
