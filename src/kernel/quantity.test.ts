import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ExactNumber } from './cell.ts'
import {
  addNumerals,
  compareNumerals,
  compareQuantities,
  losesDigits,
  quantityOf,
  subtractQuantities,
} from './quantity.ts'

describe('numbers as texts', () => {
  test('stand to each other by every digit, whatever their spelling', () => {
    const cases: [string, string, number][] = [
      ['1.000000000000000001', '1.000000000000000002', -1],
      ['9999999999999999.9999', '1e16', -1],
      ['1.50', '1.5', 0],
      ['-0', '0.0', 0],
      ['1e-3', '0.001', 0],
      ['-2', '-10', 1],
      ['9223372036854775807', '9223372036854775808', -1],
      ['12e2', '1200.000', 0],
    ]
    for (const [left, right, order] of cases) {
      assert.equal(compareNumerals(left, right), order, `${left} beside ${right}`)
      assert.equal(compareNumerals(right, left), order === 0 ? 0 : -order, `${right} beside ${left}`)
    }
  })

  test('that are no finite numbers stand in no relation', () => {
    for (const text of ['NaN', 'Infinity', '', 'one', '1e99999'])
      assert.ok(Number.isNaN(compareNumerals(text, '1')), text)
  })

  test('are added by every digit, and keep the zeros at the end that SQL keeps', () => {
    const exact = (text: string) => new ExactNumber(text)
    assert.equal(addNumerals('9007199254740993', '-1'), 9007199254740992n)
    assert.deepEqual(addNumerals('0.30', '0.1'), exact('0.40'))
    assert.deepEqual(addNumerals('-1', '0.0000000000000000001'), exact('-0.9999999999999999999'))
    assert.deepEqual(addNumerals('1.50', '-1.5'), exact('0.00'))
    assert.equal(addNumerals('Infinity', '1'), null)
  })

  test('lose digits as JSON numbers when a double cannot hold them', () => {
    for (const text of [
      '9007199254740993',
      '9223372036854775807',
      '9999999999999999.9999',
      '0.12345678901234567890',
    ])
      assert.ok(losesDigits(text), text)
    for (const text of ['0.1', '1.10', '-5', '9007199254740992', '1e300', '123456789.0123'])
      assert.ok(!losesDigits(text), text)
  })
})

describe('quantities', () => {
  test('are compared by every digit, and as floating numbers where one is floating', () => {
    assert.equal(compareQuantities(new ExactNumber('0.1000000000000000001'), new ExactNumber('0.1')), 1)
    assert.equal(compareQuantities(0.1, new ExactNumber('0.1000000000000000001')), 0)
    assert.equal(compareQuantities(9007199254740993n, 9007199254740992), 1)
    assert.equal(compareQuantities(3n, new ExactNumber('3.00')), 0)
    assert.ok(Number.isNaN(compareQuantities(Number.NaN, 1n)))
    assert.equal(compareQuantities(Number.POSITIVE_INFINITY, 10n ** 400n), 1)
  })
  test('are subtracted by every digit, and as floating numbers where one is floating', () => {
    const exact = (text: string) => new ExactNumber(text)
    assert.equal(subtractQuantities(9007199254740993n, 1n), 9007199254740992n)
    assert.equal(subtractQuantities(3n, 10n), -7n)
    assert.deepEqual(subtractQuantities(exact('0.30'), exact('0.1')), exact('0.2'))
    assert.deepEqual(subtractQuantities(1n, exact('0.9999999999999999999')), exact('0.0000000000000000001'))
    assert.deepEqual(subtractQuantities(exact('0.05'), exact('12.3')), exact('-12.25'))
    assert.deepEqual(subtractQuantities(exact('2.5'), exact('2.50')), exact('0'))
    assert.equal(subtractQuantities(0.75, exact('0.5')), 0.25)
    assert.equal(subtractQuantities(3n, 0.5), 2.5)
  })

  test('are the values of a source, by every digit where it has them', () => {
    assert.equal(quantityOf(null, true), null)
    assert.equal(quantityOf(5n, false), 5n)
    const exact = new ExactNumber('0.10')
    assert.equal(quantityOf(exact, false), exact)
    assert.equal(quantityOf(3, true), 3n)
    assert.equal(quantityOf(3, false), 3)
    assert.equal(quantityOf(3.5, true), 3.5)
    assert.equal(quantityOf('12', false), 12)
    assert.ok(Number.isNaN(quantityOf('one', false)))
  })
})
