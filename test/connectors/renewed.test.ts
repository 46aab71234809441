import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Renewed } from '../../src/connectors/shared/renewed.ts'

const { signal } = new AbortController()
const hour = 3_600_000

describe('credentials that end', () => {
  test('are asked for once by those who need them at the same time, and apart for each identity', async () => {
    const renewed = new Renewed<string>()
    let asked = 0
    const ask = async () => ({ value: `token ${(asked += 1)}`, lasts_ms: hour })
    const both = await Promise.all([renewed.value(['one'], ask, signal), renewed.value(['one'], ask, signal)])
    assert.deepEqual(both, ['token 1', 'token 1'])
    assert.equal(await renewed.value(['other'], ask, signal), 'token 2')
    assert.equal(await renewed.value(['one'], ask, signal), 'token 1')
  })

  test('are had anew five minutes before their end', async () => {
    const renewed = new Renewed<number>()
    let asked = 0
    const lasting = (lasts_ms: number) => async () => ({ value: (asked += 1), lasts_ms })
    assert.equal(await renewed.value([], lasting(301_000), signal), 1)
    assert.equal(await renewed.value([], lasting(hour), signal), 1)
    const soon = new Renewed<number>()
    assert.equal(await soon.value([], lasting(299_000), signal), 3)
    assert.equal(await soon.value([], lasting(hour), signal), 4)
    assert.equal(await soon.value([], lasting(hour), signal), 4)
  })

  test('are asked for again after a refusal', async () => {
    const renewed = new Renewed<string>()
    await assert.rejects(
      renewed.value([], () => Promise.reject(new Error('refused')), signal),
      { message: 'refused' },
    )
    const ask = async () => ({ value: 'token', lasts_ms: hour })
    assert.equal(await renewed.value([], ask, signal), 'token')
  })

  test('come to others although the first who asked leaves', async () => {
    const renewed = new Renewed<string>()
    const { promise, resolve } = Promise.withResolvers<{ value: string; lasts_ms: number }>()
    const leaving = new AbortController()
    const first = renewed.value([], () => promise, leaving.signal)
    const second = renewed.value([], () => promise, signal)
    leaving.abort()
    await assert.rejects(first, { name: 'Aborted' })
    resolve({ value: 'token', lasts_ms: hour })
    assert.equal(await second, 'token')
  })
})
