import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { cellText, ExactNumber, recordText, type Cell } from './cell.ts'

const decimal = fc
  .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 40n }), fc.nat())
  .map(([isBelow, whole, digits]) => new ExactNumber(`${isBelow ? '-' : ''}${whole}.${digits}`))

const cell: fc.Arbitrary<Cell> = fc.letrec((tie) => ({
  cell: fc.oneof(
    { maxDepth: 2 },
    fc.constant(null),
    fc.boolean(),
    fc.double(),
    fc.bigInt(),
    fc.string({ unit: 'binary' }),
    decimal,
    fc.array(tie('cell')),
    fc.dictionary(fc.string(), tie('cell')),
  ),
})).cell as fc.Arbitrary<Cell>

test('the text of a row is the JSON of the row as an object, whatever its names and values', () => {
  const name = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('10', '9', 'a', '__proto__', 'toJSON'))
  fc.assert(
    fc.property(fc.array(fc.tuple(name, cell)), (members) => {
      const names = members.map(([own]) => own)
      const cells = members.map(([, value]) => value)
      const whole = Object.fromEntries(members)
      assert.equal(recordText(names, cells), cellText(whole))
    }),
  )
})
