import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ExactNumber, type Cell } from '../kernel/cell.ts'
import type { FieldType } from '../model/field.ts'
import { keyCell, keyText, literalOf } from './key-text.ts'

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

describe('a constant of a key text', () => {
  const literal = (type: FieldType, key: string) =>
    literalOf({ name: 'f', type, native_type: '', nullable: true }, key)

  test('has every digit, and is a number where the key is one', () => {
    assert.equal(literal('Integral', '9007199254740993').value, '9007199254740993')
    assert.equal(literal('Integral', '2.5').value, 2.5)
    assert.equal(literal('Fractional', '1e+299').value, 1e299)
    assert.deepEqual(literal('Integral', "1 or 'x'"), { kind: 'literal', value: "1 or 'x'", type: 'string' })
    assert.deepEqual(literal('Boolean', '5'), { kind: 'literal', value: 5, type: 'number' })
  })

  test('is a moment also where the calendar of this service has none', () => {
    for (const key of [
      'infinity',
      '0044-03-15 BC',
      '0044-03-15 (BC)',
      '12345-01-01',
      '2024-00-00',
      '2024-02-30',
    ])
      assert.deepEqual(literal('Date', key), { kind: 'literal', value: key, type: 'date' })
    assert.deepEqual(literal('Timestamp', '0044-03-15 10:00:00Z BC').value, '0044-03-15 10:00:00 BC')
    assert.equal(literal('Date', "2024-01-01'").type, 'string')
  })
})
