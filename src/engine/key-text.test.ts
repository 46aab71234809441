import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ExactNumber, type Cell } from '../kernel/cell.ts'
import { keyCell, keyText } from './key-text.ts'

describe('a key', () => {
  test('spells a number once, whatever form the store gave it', () => {
    const spellings: [Cell, string][] = [
      [1, '1'],
      [new ExactNumber('1.00'), '1'],
      [new ExactNumber('-0.00'), '0'],
      [-0, '0'],
      [new ExactNumber('00100.500'), '100.5'],
      [1e21, '1000000000000000000000'],
      [-2.5e-7, '-0.00000025'],
      [9007199254740993n, '9007199254740993'],
      [Number.NaN, 'NaN'],
      [Number.NEGATIVE_INFINITY, '-Infinity'],
    ]
    for (const [cell, text] of spellings) assert.equal(keyText(cell), text)
    assert.equal(keyText('1.50', 'number'), '1.5')
    assert.equal(keyText('1.50'), '1.50')
  })

  test('spells truths and moments once when told that they are', () => {
    for (const cell of [true, 1, 1n, 't', 'TRUE']) assert.equal(keyText(cell, 'truth'), 'true')
    assert.equal(keyText(0, 'truth'), 'false')
    assert.equal(keyText('2024-01-31 10:00:00.500Z', 'time'), '2024-01-31 10:00:00.5')
    assert.equal(keyText('2024-01-31', 'time'), '2024-01-31 00:00:00')
    assert.equal(keyText('soon', 'time'), 'soon')
  })

  test('keeps NULL, and every digit inside lists and structs', () => {
    assert.equal(keyText(null, 'truth'), null)
    assert.equal(keyText([1n, { a: 9007199254740993n }]), '[1,{"a":9007199254740993}]')
  })

  test('gives the value back to be shown', () => {
    assert.deepEqual(keyCell('9007199254740993', 'number'), new ExactNumber('9007199254740993'))
    assert.equal(keyCell('NaN', 'number'), 'NaN')
    assert.equal(keyCell('false', 'truth'), false)
    assert.equal(keyCell('1', 'text'), '1')
    assert.equal(keyCell(null, 'number'), null)
  })
})
