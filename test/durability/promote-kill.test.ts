import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { seeded } from '../harness/random.ts'
import { asking, newSource, untilEnded, type Asking, type Body } from '../harness/scan-rounds.ts'
import { placeForPreparedHome, startService } from '../harness/service-process.ts'

/** Moments at which the service is killed; ASSAY_FULL=1 takes them all. */
const kills = process.env['ASSAY_FULL'] === '1' ? 60 : 2
/** Two batches. */
const checks = 60

describe('a service that is killed in the middle of a promotion', () => {
  test('ends it after its restart as if nothing had been, and leaves nothing that nobody promoted', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-data-'))
    after(() => rmSync(folder, { recursive: true, force: true }))
    const place = (name: string, header: string) => {
      mkdirSync(join(folder, name), { recursive: true })
      writeFileSync(join(folder, name, 'orders.csv'), `${header}\n1,2,x\n`)
      return join(folder, name)
    }
    const { home, remove } = await placeForPreparedHome()
    after(remove)
    let service = start(home, folder)
    after(() => service.end('SIGKILL'))
    let ask: Asking = asking(await service.ready, home)
    // Every twelfth check is refused by the destination, which lacks a column, and as many are taken by its store.
    const all = Array.from({ length: checks }, (_, number) => ({
      rule: 'maxValue',
      fields: ['amount'],
      properties: { value: number },
      description: `check ${number}`,
      ...(number % 12 === 0 && { filter: "note > ''" }),
      ...(number % 12 === 1 && { filter: 'id > 0' }),
    }))
    const source = await newSource(ask, 'source', place('source', 'id,amount,note'), { 'orders.csv': all })
    const from = await containerOf(ask, source)
    const destination = async (name: string) =>
      containerOf(ask, await newSource(ask, name, place(name, 'id,amount,other'), {}))
    await addFields(ask, from)
    /** The checks into force, and computed fields, by turns. */
    const turns = [{ type: 'promote_quality_check', as_draft: false }, { type: 'promote_computed_field' }]
    const promote = async (to: number, members: object = {}): Promise<Body> =>
      ask('POST', '/operations/run', {
        datastore_id: source,
        container_id: from,
        destination_container_id: to,
        ...members,
      })
    const calm: { expected: unknown; took: number }[] = []
    for (const turn of turns) {
      const to = await destination(`calm ${turn.type}`)
      const began = performance.now()
      const expected = await harvest(ask, await untilEnded(ask, (await promote(to, turn)).id), to)
      calm.push({ expected, took: performance.now() - began })
    }
    const random = seeded(20_261_122)
    for (let kill = 0; kill < kills; kill++) {
      const { expected, took } = calm[kill % turns.length] ?? { took: 0 }
      const to = await destination(`place ${kill}`)
      const { id } = await promote(to, turns[kill % turns.length])
      const moment = random() * took
      await delay(moment)
      await service.end('SIGKILL')
      service = start(home, folder)
      ask = asking(await service.ready, home)
      const ended = await untilEnded(ask, id)
      assert.deepEqual(await harvest(ask, ended, to), expected, `killed after ${Math.round(moment)} ms`)
    }
    assert.equal((await service.end()).code, 0)
  })
})

function start(home: string, folder: string) {
  return startService({ ASSAY_HOME: home, ASSAY_ALLOWED_PATHS: folder, ASSAY_LEASE_SECONDS: '2' })
}

/** Two batches of computed fields, every sixth of which reads a column that the destinations lack. */
async function addFields(ask: Asking, container_id: number): Promise<void> {
  for (let number = 0; number < 12; number++)
    await ask('POST', '/computed-fields', {
      container_id,
      name: `field ${number}`,
      transformation: 'customExpression',
      properties: { column_expression: number % 6 === 0 ? `note || '${number}'` : `amount + ${number}` },
    })
}

async function containerOf(ask: Asking, datastore: number): Promise<number> {
  return (await ask('GET', `/containers?datastore=${datastore}`)).items[0].id
}

/** All that a promotion left, without what differs between two of the same. */
async function harvest(ask: Asking, { result, message, status, results }: Body, to: number) {
  const { items } = await ask('GET', `/quality-checks?container=${to}&archived=include&size=1000`)
  const { computed_fields: fields } = await ask('GET', `/containers/${to}`)
  const there = new Map([...items, ...fields].map((thing: Body) => [thing.id, thing]))
  const promoted = results.map(({ destination_entity_id: id, ...item }: Body) => [
    item.source_entity.description ?? item.source_entity.name,
    item.result,
    item.message,
    id === null ? null : describeCheck(there.get(id)),
  ])
  const computed = fields.map(({ name, properties }: Body) => ({ name, properties }))
  return { result, message, status, promoted, checks: items.map(describeCheck), computed }
}

const describeCheck = ({ description, status, filter, properties, version }: Body) => ({
  description,
  status,
  filter,
  properties,
  version,
})
