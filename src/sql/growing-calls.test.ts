import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { athena } from './dialects/athena.dialect.ts'
import { databricks } from './dialects/databricks.dialect.ts'
import { spark } from './dialects/spark.dialect.ts'
import { trino } from './dialects/trino.dialect.ts'
import { checkUserExpression } from './user-expression.ts'
import { checkUserQuery } from './user-query.ts'

/** A text within so many calls. */
const within = (levels: number, around: (inner: string) => string, inner = 'name'): string =>
  Array.from({ length: levels }).reduce<string>((text) => around(text), inner)

const long = `lpad(name, 10000, 'x')`

const ofBoth = {
  refused: [
    `length(replace(replace(${long}, 'x', ${long}), 'x', ${long})) = 1`,
    `length("replace"(${long}, 'x', ${long})) = 1`.replaceAll('"', ''),
    `length(regexp_replace(${long}, '', ${long})) = 1`,
    `length(${within(24, (inner) => `replace(${inner}, 'a', 'aa')`)}) = 1`,
    `length(${within(15, (inner) => `regexp_replace(${inner}, '(.)', '$1$1')`)}) = 1`,
    `length(array_join(transform(sequence(1, 1000000), x -> ${long}), '')) = 1`,
    `length(array_join(transform(sequence(1, 10000), x -> transform(sequence(1, 10000), y -> x)), '')) = 1`,
    `length(${within(9, (inner) => `lpad(${inner}, 9, 'x')`)}) = 1`,
    `length(lpad(lpad(name, 10000, 'x'), 10000, 'x')) = 1`,
  ],
  taken: [
    `lpad(cast(id as varchar(20)), 10, '0') = rpad(name, 10000, ' ')`,
    `${within(20, (inner) => `replace(${inner}, '-', '')`)} = 'x'`,
    `${within(12, (inner) => `replace(${inner}, 'ä', 'ae')`)} = 'x'`,
    `${within(8, (inner) => `regexp_replace(${inner}, '[^a-z0-9]+', ' ')`)} = 'x'`,
    `replace(name, 'Gesellschaft mit beschränkter Haftung', 'GmbH') = 'x'`,
    `array_join(transform(sequence(1, 1000), x -> concat(name, '-')), ', ') = 'x'`,
    `name in ('replace(', 'transform(', '${'x'.repeat(5000)}')`,
    `transform > 1 and replace = name`,
  ],
}

const ofSpark = {
  refused: [
    `length(repeat(repeat(repeat('x', 10000), 10000), 10000)) = 1`,
    `length(repeat('${'x'.repeat(2000)}', 10000)) = 1`,
    `size(array_repeat(array_repeat(1, 10000), 10000)) = 1`,
    `length(${within(24, (inner) => `hex(${inner})`)}) = 1`,
    `length(replace(space(10000), ' ', space(10000))) = 1`,
  ],
  taken: [`repeat(repeat(name, 100), 100) = hex(hex(name))`],
}

const ofTrino = {
  refused: [
    `cardinality(repeat(repeat(1, 10000), 10000)) = 1`,
    `length(${within(24, (inner) => `to_hex(to_utf8(${inner}))`)}) = 1`,
    `cardinality(${within(24, (inner) => `transform(${inner}, x -> x || x)`, 'array[name]')}) = 1`,
  ],
  taken: [`to_hex(sha256(to_utf8(name))) = 'x'`, `cardinality(transform(array[name], x -> x || x)) = 1`],
}

for (const [dialects, own] of [
  [[trino, athena], ofTrino],
  [[spark, databricks], ofSpark],
] as const)
  for (const dialect of dialects)
    describe(`calls within one another on ${dialect.name}`, () => {
      test('are refused where they may make a value of more than ten million characters or elements', () => {
        for (const written of [...ofBoth.refused, ...own.refused]) {
          const isSaid = /^"\w+" may make a value of more than 10,000,000 characters or elements here, .*\.$/
          assert.throws(() => checkUserExpression(written, dialect), { message: isSaid }, written)
          const query = `select * from t where ${written}`
          assert.throws(() => checkUserQuery(query, dialect), { message: isSaid }, written)
        }
      })

      test('are taken otherwise', () => {
        for (const written of [...ofBoth.taken, ...own.taken])
          assert.equal(checkUserExpression(written, dialect), written)
      })
    })
