import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { duckdb } from '../../sql/dialects/duckdb.dialect.ts'
import { sqlite } from '../../sql/dialects/sqlite.dialect.ts'
import { isTimeless } from './timeless.ts'

const fields = new Set(['price', 'born', 'current_date', 'select one'])
const timeless = (sql: string): boolean => isTimeless(sql, fields, duckdb)

describe('an expression of a person', () => {
  for (const sql of [
    'price > 3',
    "lower(born) like 'a%' and not price is null",
    '"select one" between 1 and 2 /* now() */',
    "case when price in (1, 2) then born = 'nowhere' else coalesce(price, 0) < 5 end",
    "cast(born as date) > date '2024-01-31'",
  ])
    test(`says the same at any time: ${sql}`, () => assert.equal(timeless(sql), true))

  for (const sql of [
    'born < now()',
    'born < current_date',
    'born < CURRENT_TIMESTAMP',
    "born < 'today'::date",
    "born < cast(' Now ' as timestamp)",
    'random() < 0.5',
    'price > (select max(price) from other)',
    'born < today()',
    'unknown_function(price) > 1',
    'price.now() > 1',
    '"now"() > born',
    'born < {{ limit }}',
  ])
    test(`may say something else tomorrow: ${sql}`, () => assert.equal(timeless(sql), false))

  test('may ask the clock by a function that asks none in other engines', () => {
    const sql = "strftime(born, '%Y') > '2020'"
    assert.equal(isTimeless(sql, fields, duckdb), true)
    assert.equal(isTimeless(sql, fields, sqlite), false)
  })
})
