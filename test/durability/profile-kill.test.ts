import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { orderPartitions as partitions, writeOrders } from '../harness/orders.ts'
import { asking, newSource, untilEnded, type Asking, type Body } from '../harness/scan-rounds.ts'
import { placeForPreparedHome, startService } from '../harness/service-process.ts'

describe('a service that is killed in the middle of a profile', () => {
  test('ends the profile after its restart as if nothing had been, at several moments', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-data-'))
    writeOrders(folder)
    after(() => rmSync(folder, { recursive: true, force: true }))
    const { home, remove } = await placeForPreparedHome()
    after(remove)
    let service = start(home, folder)
    after(() => service.end('SIGKILL'))
    let ask: Asking = asking(await service.ready, home)
    const datastore_id = await newSource(ask, 'orders', folder, {})
    const calm = await ask('POST', '/operations/run', { type: 'profile', datastore_id })
    const expected = await harvest(ask, await untilEnded(ask, calm.id))
    for (const progress of [0, 1, partitions - 1]) {
      const { id } = await ask('POST', '/operations/run', { type: 'profile', datastore_id })
      await untilEnded(ask, id, ({ status }) => status.partitions_analyzed >= progress)
      await service.end('SIGKILL')
      service = start(home, folder)
      ask = asking(await service.ready, home)
      assert.deepEqual(await harvest(ask, await untilEnded(ask, id)), expected, `after partition ${progress}`)
    }
    assert.equal((await service.end()).code, 0)
  })
})

function start(home: string, folder: string) {
  return startService({ ASSAY_HOME: home, ASSAY_ALLOWED_PATHS: folder, ASSAY_LEASE_SECONDS: '2' })
}

/** All that a profile left, without what differs between two runs over the same data. */
async function harvest(ask: Asking, { result, message, status, container_profiles: profiles }: Body) {
  const fields: unknown[] = []
  for (const { id, container, records_processed } of profiles) {
    const { items } = await ask('GET', `/containers/${container.id}/field-profiles?profile=${id}`)
    const parts = await ask('GET', `/containers/${container.id}/profiles?parts=true&size=1000`)
    const own = parts.items.filter((part: Body) => part.parent_profile_id === id)
    fields.push([container.name, records_processed, own.length])
    for (const { id: _id, container_profile_id: _of, created: _created, ...figures } of items)
      fields.push(figures)
  }
  // The first profile finds the checks, and later ones move thresholds; how many there are then is the same.
  const { checks_added: _added, checks_updated: _updated, ...counts } = status
  return { result, message, status: counts, fields }
}
