import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { ExactNumber, recordText, type Cell } from '../kernel/cell.ts'
import { hold } from '../kernel/held.ts'
import { valuesOf } from './held-rows.ts'
import {
  basisOf,
  fingerprintOf,
  identityHash,
  recordIdentity,
  rowHash,
  shapeIdentity,
} from './fingerprint.ts'

const salt = '00000000-0000-4000-8000-000000000000'
const identityOf = (names: string[], cells: Cell[]) =>
  identityHash(valuesOf(hold(recordText(names, cells))), basisOf(false, names), salt)

describe('the fingerprint of an anomaly', () => {
  test('is a number that every JSON reader keeps whole, and the same for the same anomaly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1 }), fc.string(), (container, identity) => {
        const fingerprint = fingerprintOf(container, identity)
        assert.ok(Number.isSafeInteger(fingerprint) && fingerprint >= 0)
        assert.equal(fingerprintOf(container, identity), fingerprint)
      }),
    )
  })

  test('differs between containers, between checks, and between identical rows', () => {
    const hash = rowHash('{"id":1}')
    const all = [
      fingerprintOf(1, recordIdentity(hash, 0)),
      fingerprintOf(2, recordIdentity(hash, 0)),
      fingerprintOf(1, recordIdentity(hash, 1)),
      fingerprintOf(1, shapeIdentity(1, null)),
      fingerprintOf(1, shapeIdentity(11, null)),
      fingerprintOf(11, shapeIdentity(1, null)),
      fingerprintOf(1, shapeIdentity(1, 'a.csv')),
      fingerprintOf(1, shapeIdentity(1, 'b.csv')),
    ]
    assert.equal(new Set(all).size, all.length)
  })

  test('stays the same over versions, so that open anomalies are found again', () => {
    const hash = identityOf(['id', 'price'], [9007199254740993n, new ExactNumber('1.50')]) ?? ''
    assert.equal(hash, 'bf0635f70312a4b14a477e27e08f9fc0')
    assert.equal(fingerprintOf(7, recordIdentity(hash, 0)), 8770963638502261)
  })

  test('does not depend on the order of the fields, on zeros after the point, or on how a source types a value', () => {
    const one = identityOf(['id', 'price', 'day'], [7n, new ExactNumber('1.50'), '2026-01-01'])
    const other = identityOf(['day', 'price', 'id'], ['2026-01-01 00:00:00', 1.5, '7'])
    assert.equal(one, other)
  })

  test('needs every field of its basis, and cannot be worked out without the salt', () => {
    const record = valuesOf(hold(recordText(['id'], [1n])))
    assert.equal(identityHash(record, basisOf(false, ['id', 'gone']), salt), null)
    const basis = basisOf(true, ['id'])
    assert.notEqual(identityHash(record, basis, salt), identityHash(record, basis, 'another'))
    assert.notEqual(identityHash(record, basis, salt), identityHash(record, basisOf(false, ['id']), salt))
  })

  test('tells apart rows that differ in one digit, one type or one name only', () => {
    const rows = [
      recordText(['a'], [9007199254740993n]),
      recordText(['a'], [9007199254740992n]),
      recordText(['a'], ['9007199254740992']),
      recordText(['b'], [9007199254740992n]),
      recordText(['a'], [null]),
      recordText(['a'], ['null']),
      recordText(['a', 'b'], ['1', null]),
      recordText(['b', 'a'], ['1', null]),
    ]
    assert.equal(new Set(rows.map((row) => rowHash(row))).size, rows.length)
  })
})
