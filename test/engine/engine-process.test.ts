import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { StatementFatal } from '../../src/connectors/connector.ts'
import { RunFailure } from '../../src/kernel/errors.ts'
import type { Cell } from '../../src/kernel/cell.ts'
import { evaluated, recorded, type GivenCheck } from '../harness/engine.ts'
import { openExamples, type ExampleStore } from '../harness/example-stores.ts'
import { gone, readers, working } from '../harness/readers.ts'

const rows: Cell[][] = Array.from({ length: 10 }, (_, index) => [index + 1, index < 5 ? 1 : null, -index - 1])
const columns = { id: 'Integral', x: 'Integral', y: 'Integral' } as const

const expression = (text: string): GivenCheck => ({
  rule_type: 'satisfiesExpression',
  properties: { expression: text },
})

const crash = "json_structure((repeat('[', 100000) || repeat(']', 100000))::json) is null"
const hungry = "length(replace(repeat('a', 1000000), 'a', repeat('b', 1000000))) = 1"

describe('a process that evaluates what a person wrote', () => {
  let store: ExampleStore
  before(async () => {
    store = await openExamples('duckdb', [{ name: 'table', columns, rows }], { memory_mb: 128 })
  })
  after(() => store.close())

  for (const [what, text, reason, each] of [
    ['crashes', crash, /The process that evaluated it broke down \(SIGSEGV\)/, 24],
    ['takes too much memory', hungry, /took more than 640 MiB of memory|engine broke down over it/, 3],
  ] as const) {
    test(`is given up when a check ${what}, and the checks beside that one get their verdicts`, async () => {
      const beside = Array.from({ length: each }, (_, index) =>
        expression(`coalesce(x, 0) = 1 or id > ${index}`),
      )
      const session = recorded(store.session)
      const found = await evaluated(
        store,
        'table',
        [{ rule_type: 'notNull', fields: ['x'] }, ...beside, expression(text), ...beside],
        {},
        session,
      )
      const bomb = found.outcomes.get(each + 2)
      assert.equal(bomb?.assertion_result, 'unasserted')
      assert.match(bomb?.assertion_details ?? '', reason)
      assert.equal(found.outcomes.get(1)?.anomalous_records, 5)
      beside.forEach((_, index) => {
        const failing = rows.filter(([id, x]) => x === null && Number(id) <= index).length
        for (const place of [index + 2, index + each + 3])
          assert.equal(found.outcomes.get(place)?.anomalous_records, failing, `check ${place}`)
      })
      // Each half is tried, and of the last few each alone.
      assert.ok(session.statements.length < 25, `${session.statements.length} statements`)
    })
  }

  test('is not missed by the session when it was idle', async () => {
    const pids = readers('duckdb/child')
    for (const pid of pids) process.kill(pid, 'SIGKILL')
    await gone(pids)
    // Until this process has heard of it, a statement only fails its try.
    const judged = async (): Promise<number> => {
      try {
        return (await evaluated(store, 'table', [expression('id > 0')])).rows
      } catch (error) {
        if (!(error instanceof RunFailure) || !error.retryable) throw error
        await setImmediate()
        return judged()
      }
    }
    assert.equal(await judged(), 10)
  })

  test('that is killed from outside in the middle of a statement fails the try, and blames no check', async () => {
    const slow = 'select count(*) from range(100000000000) as a where a.range % 7 = 8'
    const running = store.session.query({ sql: slow, parameters: [] })
    const outcome = assert.rejects(running, (error) => {
      assert.ok(error instanceof RunFailure && !(error instanceof StatementFatal))
      assert.equal(error.retryable, true)
      return true
    })
    process.kill(await working('duckdb/child', 100), 'SIGKILL')
    await outcome
    assert.equal((await evaluated(store, 'table', [expression('id > 0')])).rows, 10)
  })

  test('hands long texts over a few rows at a time', async () => {
    const sql = "select repeat('x', 1000000) || repeat('y', 500000) from range(5)"
    const sizes: number[] = []
    for await (const batch of store.session.stream({ sql, parameters: [] })) sizes.push(batch.rows.length)
    assert.deepEqual(
      sizes.filter((size) => size > 0),
      [2, 2, 1],
    )
  })

  test('knows nothing of the environment of the service', () => {
    const pids = readers('duckdb/child')
    assert.notEqual(pids.length, 0)
    for (const pid of pids) {
      const names = readFileSync(`/proc/${pid}/environ`, 'utf8')
        .split('\0')
        .map((entry) => entry.split('=')[0])
      const given = /^(?:NODE_CHANNEL_\w+|NODE_COMPILE_CACHE|PWD|SHLVL|_|OLDPWD)$/
      assert.deepEqual(
        names.filter((name) => name !== '' && !given.test(name ?? '')),
        [],
      )
    }
  })
})
