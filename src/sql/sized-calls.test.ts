import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { athena } from './dialects/athena.dialect.ts'
import { databricks } from './dialects/databricks.dialect.ts'
import { spark } from './dialects/spark.dialect.ts'
import { trino } from './dialects/trino.dialect.ts'
import { checkUserExpression } from './user-expression.ts'
import { checkUserQuery } from './user-query.ts'

const ofTrino = {
  refused: [
    `length(rpad('x', 2000000000, 'y')) = 1`,
    `length(LPAD ( name /* , 3 */ , 10001, 'y')) = 1`,
    `length("rpad"('x', 2000000000, 'y')) = 1`,
    `length(rpad('x', 1000 * 1000, 'y')) = 1`,
    `length(rpad('x', id, 'y')) = 1`,
    `length(rpad('x', 1e9, 'y')) = 1`,
    `length(rpad('x', 1_000_000_000, 'y')) = 1`,
    `length(rpad(rpad('x', 2000000000, 'y'), 3, 'y')) = 1`,
    `length(format('%2000000000d', 1)) = 1`,
    `length(format('%2000000' || '000d', 1)) = 1`,
    `length(format(name, 1)) = 1`,
    `exists (select numeric_histogram(2000000000, id) from t)`,
    `cardinality(reduce(sequence(1, 40), array[1], (s, x) -> s || s, s -> s)) = 1`,
    `cardinality(reduce(sequence(1, 40), array[1], (s, x) -> "concat"(s, s), s -> s)) = 1`,
  ],
  taken: [
    `lpad(cast(id as varchar), 10, '0') = name`,
    `rpad(coalesce(name, f(1, 2)), 10000, ' ') = name`,
    `format('%08d,%s', id, name) = 'rpad(x, 2000000000, y)'`,
    `rpad > 1 and "format" = name`,
    `reduce(sequence(1, 4), 0, (s, x) -> s + x, s -> s) = 10`,
  ],
}

const ofSpark = {
  refused: [
    `length(repeat('x', 2000000000)) = 1`,
    'length(`repeat`("name", 2000000000)) = 1',
    `length(builtin.repeat('x', 20000)) = 1`,
    `length(space(2000000000)) = 1`,
    `length(printf('%2000000000d', 1)) = 1`,
    `size(sequence(1, 2000000000)) = 1`,
    `size(sequence(1, id)) = 1`,
    `size(array_repeat(1, 2000000000)) = 1`,
    `size(array_insert(array(1), -2000000000, 1)) = 1`,
    `round(price, 2000000000) = 1`,
    `length(aggregate(sequence(1, 40), 'x', (s, x) -> s || s)) = 1`,
    `length(reduce(sequence(1, 40), 'x', (s, x) -> concat(s, s))) = 1`,
    `exists (select count_min_sketch(id, 0.000000001d, 0.99d, 1) from t)`,
  ],
  taken: [
    `round(price, 2) = 1 and round(price, -2) = 1 and round(price) = 1`,
    `lpad(cast(id as string), 10, '0') = name`,
    `size(sequence(1, 100)) = 100`,
    `size(sequence(to_date('2026-01-01'), current_date)) = 1`,
    `size(sequence(seen, seen_last, interval 1 day)) = 1`,
    `format_string('%08d,%s', id, name) = name`,
    `aggregate(sequence(1, 4), 0, (s, x) -> s + x) = 10 or name || 'x' = 'y'`,
  ],
}

for (const [dialects, { refused, taken }] of [
  [[trino, athena], ofTrino],
  [[spark, databricks], ofSpark],
] as const)
  for (const dialect of dialects)
    describe(`a call on ${dialect.name} that makes a value of the size that it is told`, () => {
      test('is refused where that is great, or not written as a number', () => {
        for (const written of refused) {
          const isSaid = /^"\w+" may (?:double|make|take) .*\.$/
          assert.throws(() => checkUserExpression(written, dialect), { message: isSaid }, written)
          assert.throws(() => checkUserQuery(`select * from t where ${written}`, dialect), {
            message: isSaid,
          })
        }
      })

      test('is taken otherwise, and so is what looks like one', () => {
        for (const written of taken) assert.equal(checkUserExpression(written, dialect), written)
      })
    })
