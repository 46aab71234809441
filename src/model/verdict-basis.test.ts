import assert from 'node:assert/strict'
import { test } from 'node:test'
import { basisSentence } from './verdict-basis.ts'

test('a verdict names three proofs and counts the others', () => {
  const proofs = (count: number) => Array.from({ length: count }, (_, index) => `Proof ${index + 1}.`)
  assert.equal(basisSentence([], proofs(3)), 'Proof 1. Proof 2. Proof 3.')
  assert.equal(basisSentence([], proofs(4)), 'Proof 1. Proof 2. Proof 3. And 1 more proof.')
  assert.equal(basisSentence([], proofs(5)), 'Proof 1. Proof 2. Proof 3. And 2 more proofs.')
})
