import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { ExactNumber, recordText } from '../kernel/cell.ts'
import { fingerprintOf, recordIdentity, rowHash, shapeIdentity } from './fingerprint.ts'

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
      fingerprintOf(1, shapeIdentity(1)),
      fingerprintOf(1, shapeIdentity(11)),
      fingerprintOf(11, shapeIdentity(1)),
    ]
    assert.equal(new Set(all).size, all.length)
  })

  test('stays what it was in earlier versions, so that open anomalies are found again', () => {
    const hash = rowHash(recordText(['id', 'price'], [9007199254740993n, new ExactNumber('1.50')]))
    assert.equal(hash, 'ec7892729243bd631a123eb73e558bc9')
    assert.equal(fingerprintOf(7, recordIdentity(hash, 0)), 8638279338129357)
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
