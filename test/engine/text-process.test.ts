import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Aborted } from '../../src/kernel/errors.ts'
import type { Cell } from '../../src/kernel/cell.ts'
import { evaluated, planned, type GivenCheck } from '../harness/engine.ts'
import { openExamples, type ExampleStore } from '../harness/example-stores.ts'
import { gone, working } from '../harness/readers.ts'

/** Texts over each of which the parser works for long; no two are alike. */
const slow: Cell[][] = Array.from({ length: 3000 }, (_, index) => [
  `${[...String(index)].join(' ')} ${'a b c '.repeat(8)}`,
])
const rows: Cell[][] = [['1600 Pennsylvania Avenue NW, Washington, DC 20500, USA'], ['hello world'], [null]]
const check: GivenCheck = { rule_type: 'isAddress', fields: ['address'] }

describe('a check of addresses', () => {
  let store: ExampleStore
  before(async () => {
    const columns = { address: 'String' } as const
    store = await openExamples('duckdb', [
      { name: 'few', columns, rows },
      { name: 'slow', columns, rows: slow },
    ])
  })
  after(() => store.close())

  const bounds = async () => (await planned(store, 'few', [check])).request.staging

  test('is judged in a process that is gone afterwards', async () => {
    const judging = evaluated(store, 'few', [check])
    const pid = await working('text-child', 10)
    assert.equal((await judging).outcomes.get(1)?.anomalous_records, 1)
    await gone([pid])
  })

  test('ends in the middle of a text when its run is aborted', async () => {
    const abort = new AbortController()
    const staging = { ...(await bounds()), signal: abort.signal }
    const aborted = assert.rejects(evaluated(store, 'slow', [check], { staging }), Aborted)
    const pid = await working('text-child', 2000)
    abort.abort()
    await aborted
    await gone([pid])
  })

  test('that takes longer than a statement may is unasserted and says so, and the check beside it is judged', async () => {
    const staging = { ...(await bounds()), statement_timeout_seconds: 3 }
    const beside: GivenCheck = { rule_type: 'notNull', fields: ['address'] }
    const { outcomes } = await evaluated(store, 'slow', [check, beside], { staging })
    assert.equal(outcomes.get(1)?.assertion_result, 'unasserted')
    assert.match(outcomes.get(1)?.assertion_details ?? '', /It ran longer than 3 seconds and was cancelled\./)
    assert.equal(outcomes.get(2)?.assertion_result, 'passed')
  })

  test('fails a text of more words than an address has', async () => {
    const address = '1600 Pennsylvania Avenue NW, Washington, DC 20500, USA'
    const long = await openExamples('duckdb', [
      { name: 'long', columns: { address: 'String' }, rows: [[`${address} ${'a '.repeat(30)}`], [address]] },
    ])
    try {
      assert.equal((await evaluated(long, 'long', [check])).outcomes.get(1)?.anomalous_records, 1)
    } finally {
      await long.close()
    }
  })
})
