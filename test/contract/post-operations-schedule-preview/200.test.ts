import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, describeContract, places } from '../../harness/contract.ts'

describeContract('POST /operations/schedule/preview', (app) => {
  const preview = async (crontab: string, timezone?: string) => {
    const body = { crontab, ...(timezone !== undefined && { timezone }) }
    const { status, body: shown } = await app.ask('POST', '/api/operations/schedule/preview', body)
    assert.equal(status, 200, JSON.stringify(shown))
    return shown
  }

  test('shows the next ten ticks, in UTC unless a zone is named', async () => {
    const { timezone, items } = await preview('30 2 * * *')
    assert.deepEqual([timezone, items.length], ['UTC', 10])
    assert.deepEqual(items[0], {
      at: '2026-03-02T02:30:00.000Z',
      local_time: '2026-03-02T02:30',
      offset: '+00:00',
      remark: null,
    })
    assert.equal(items[9].at, '2026-03-11T02:30:00.000Z')
  })

  test('says what a change of the clock does to a tick', async () => {
    app.clock.time = new Date('2026-03-27T12:00:00Z')
    const { timezone, items: spring } = await preview('30 2 * * *', 'europe/berlin')
    assert.equal(timezone, 'Europe/Berlin')
    assert.deepEqual(
      spring.slice(0, 3).map(({ local_time, offset }: Record<string, string>) => `${local_time}${offset}`),
      ['2026-03-28T02:30+01:00', '2026-03-29T03:00+02:00', '2026-03-30T02:30+02:00'],
    )
    assert.match(spring[1].remark, /put forward/)
    assert.deepEqual([spring[0].remark, spring[2].remark], [null, null])
    app.clock.time = new Date('2026-10-24T23:00:00Z')
    const { items: autumn } = await preview('30 2 * * *', 'Europe/Berlin')
    assert.equal(autumn[0].offset, '+02:00')
    assert.match(autumn[0].remark, /first time only/)
    assert.equal(autumn[1].local_time, '2026-10-26T02:30')
    const { items: hourly } = await preview('30 * * * *', 'Europe/Berlin')
    assert.deepEqual(
      hourly.slice(0, 3).map(({ local_time, offset }: Record<string, string>) => `${local_time}${offset}`),
      ['2026-10-25T01:30+02:00', '2026-10-25T02:30+02:00', '2026-10-25T02:30+01:00'],
    )
    assert.match(hourly[1].remark, /the first time/)
    assert.match(hourly[2].remark, /the second time/)
  })

  test('counts the ticks of each hour of the next days where that is asked for', async () => {
    app.clock.time = new Date('2026-03-02T02:20:00Z')
    const path = '/api/operations/schedule/preview'
    const { body: shown } = await app.ask('POST', path, { crontab: '*/20 2,3 * * *', days: 2 })
    assert.deepEqual(shown.hours, [
      { at: '2026-03-02T02:00:00.000Z', ticks: 1 },
      { at: '2026-03-02T03:00:00.000Z', ticks: 3 },
      { at: '2026-03-03T02:00:00.000Z', ticks: 3 },
      { at: '2026-03-03T03:00:00.000Z', ticks: 3 },
      { at: '2026-03-04T02:00:00.000Z', ticks: 1 },
    ])
    assert.equal((await preview('0 2 * * *')).hours, null)
    const ask = () => app.ask('POST', path, { crontab: '0 2 * * *', days: 8 })
    assert.deepEqual(places(await assertRefused(app, ask, 422, 'invalid')), ['body.days'])
  })

  test('refuses what no schedule could have', async () => {
    for (const [crontab, timezone, place] of [
      ['61 * * * *', 'UTC', 'body.crontab'],
      ['0 0 31 2 *', 'UTC', 'body.crontab'],
      ['0 0 * * *', 'Mars/Base', 'body.timezone'],
    ]) {
      const ask = () => app.ask('POST', '/api/operations/schedule/preview', { crontab, timezone })
      assert.deepEqual(places(await assertRefused(app, ask, 422, 'invalid')), [place])
    }
  })
})
