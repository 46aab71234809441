import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { fireDueSchedule } from '../../src/runs/schedules/fire.ts'
import { fireDueFlow } from '../../src/services/flows/tick.ts'
import { describeContract } from '../harness/contract.ts'
import { makePeople } from '../harness/factories.ts'

const timezone = 'Europe/Berlin'
/** Two days around each change: the clocks skip 02:00 to 03:00 on 29 March, and repeat it on 25 October 2026. */
const spring = ['2026-03-27T23:59:00Z', '2026-03-30T00:00:00Z'] as const
const autumn = ['2026-10-23T23:59:00Z', '2026-10-26T00:00:00Z'] as const

/** The instants at which each crontab fires in these days, as the decision has it. */
const ticks: Record<string, { spring: string[]; autumn: string[] }> = {
  '30 2 * * *': {
    // The second at 03:00, right after the gap.
    spring: ['2026-03-28T01:30', '2026-03-29T01:00'],
    autumn: ['2026-10-24T00:30', '2026-10-25T00:30'],
  },
  '0 3 * * *': {
    spring: ['2026-03-28T02:00', '2026-03-29T01:00'],
    autumn: ['2026-10-24T01:00', '2026-10-25T02:00'],
  },
  '*/30 2 * * *': {
    spring: ['2026-03-28T01:00', '2026-03-28T01:30', '2026-03-29T01:00'],
    autumn: ['2026-10-24T00:00', '2026-10-24T00:30', '2026-10-25T00:00', '2026-10-25T00:30'],
  },
  '0 */12 * * *': {
    spring: ['2026-03-28T11:00', '2026-03-28T23:00', '2026-03-29T10:00', '2026-03-29T22:00'],
    autumn: ['2026-10-24T10:00', '2026-10-24T22:00', '2026-10-25T11:00', '2026-10-25T23:00'],
  },
  '15 */2 25 10 *': {
    spring: [],
    autumn: [
      '2026-10-24T22:15',
      '2026-10-25T00:15',
      '2026-10-25T01:15',
      ...['03', '05', '07', '09', '11', '13', '15', '17', '19', '21'].map((hour) => `2026-10-25T${hour}:15`),
    ],
  },
}

describeContract('a schedule in a zone whose clocks are changed', (app) => {
  let datastore_id = 0
  beforeEach(async () => void (datastore_id = (await makePeople(app)).datastore))

  const schedule = async (time: string, crontab: string): Promise<number> => {
    app.clock.time = new Date(time)
    const input = { type: 'scan', crontab, timezone, datastore_id }
    const { body } = await app.ask('POST', '/api/operations/schedule', input)
    return body.id
  }
  const flow = async (time: string, crontab: string): Promise<number> => {
    app.clock.time = new Date(time)
    const input = { name: 'Tick', trigger_type: 'schedule', crontab, timezone }
    const { body } = await app.ask('POST', '/api/flows', input)
    return body.id
  }

  /** Fires what is due at every quarter of an hour, and tells when that was something. */
  const walk = async ([from, to]: readonly [string, string], fire: () => Promise<boolean>) => {
    const fired: string[] = []
    for (let time = Date.parse(from) + 60_000; time < Date.parse(to); time += 15 * 60_000) {
      app.clock.time = new Date(time)
      while (await fire()) fired.push(app.clock.time.toISOString().slice(0, 16))
    }
    return fired
  }

  for (const [crontab, expected] of Object.entries(ticks)) {
    test(`fires ${crontab} once for a time that is skipped or repeated, unless it says every hour`, async () => {
      for (const [days, due] of [
        [spring, expected.spring],
        [autumn, expected.autumn],
      ] as const) {
        const id = await schedule(days[0], crontab)
        assert.deepEqual(await walk(days, () => fireDueSchedule(app.environment)), due)
        await app.ask('DELETE', `/api/operations/schedule/${id}`)
        const told = await flow(days[0], crontab)
        assert.deepEqual(await walk(days, () => fireDueFlow(app.environment)), due)
        await app.ask('DELETE', `/api/flows/${told}`)
      }
    })
  }

  test('misses one tick for a time that was repeated while no scheduler ran', async () => {
    const id = await schedule('2026-10-24T12:00:00Z', '30 2 * * *')
    app.clock.time = new Date('2026-10-25T12:00:00Z')
    assert.equal(await fireDueSchedule(app.environment), true)
    assert.equal(await fireDueSchedule(app.environment), false)
    const { body: runs } = await app.ask('GET', `/api/operations?schedule_id=${id}`)
    assert.deepEqual([runs.total, runs.items[0].has_logs], [1, false])
    const { body } = await app.ask('GET', `/api/operations/schedule/${id}`)
    assert.equal(body.next_run, '2026-10-26T01:30:00.000Z')
  })
})
