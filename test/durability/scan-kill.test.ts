import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { seeded } from '../harness/random.ts'
import { asking, harvest, newSource, untilEnded, type Asking } from '../harness/scan-rounds.ts'
import { placeForHome, postmasterOf, startService } from '../harness/service-process.ts'

const rounds = 20
const partitions = 6
const rowsPerPartition = 400

/** Takes a while per row, and never fails. */
const slow = 'list_sum(range(12000 + id)) > 0'

/**
 * Orders: in every file rows of their own that fail one and two checks, two that are equal in all files, more of one
 * check than the roll-up threshold, and ids that occur in the next file too. People: one file, so one partition.
 */
function writeData(folder: string): void {
  for (let file = 0; file < partitions; file++) {
    const lines = ['id,price,note']
    for (let row = 0; row < rowsPerPartition; row++) {
      const id = file * (rowsPerPartition - 2) + row
      if (row < 5) lines.push(`${id},-${id + 1},fine`)
      else if (row < 17) lines.push(`${id},${id},too long a note ${id}`)
      else if (row < 19) lines.push('-7,-7,fine')
      else lines.push(`${id},${id},fine`)
    }
    writeFileSync(join(folder, `orders_${file + 1}.csv`), `${lines.join('\n')}\n`)
  }
  const people = Array.from({ length: 300 }, (_, id) => `${id},${id % 100 === 0 ? '' : `person ${id}`}`)
  writeFileSync(join(folder, 'people.csv'), `id,name\n${people.join('\n')}\n`)
}

const expression = (text: string, description: string) => ({
  rule: 'satisfiesExpression',
  description,
  properties: { expression: text },
})
const checks = {
  'orders_*.csv': [
    { rule: 'notNegative', description: 'price', fields: ['price'] },
    { rule: 'notNegative', description: 'id', fields: ['id'] },
    { rule: 'maxLength', description: 'note', fields: ['note'], properties: { value: 10 } },
    { rule: 'unique', description: 'unique', fields: ['id'] },
    { rule: 'sum', description: 'sum', fields: ['price'], properties: { value: 1 } },
    { rule: 'minPartitionSize', description: 'size', properties: { value: rowsPerPartition } },
    expression(slow, 'slow'),
    expression('cast(note as integer) > 0', 'breaks on a row'),
  ],
  'people.csv': [
    { rule: 'notNull', description: 'name', fields: ['name'] },
    { rule: 'distinctCount', description: 'distinct', fields: ['name'], properties: { value: 297 } },
    expression(slow, 'slow'),
  ],
}
const scanOf = (datastore_id: number) => ({
  type: 'scan',
  datastore_id,
  enrichment_source_record_limit: 1000,
})

describe('a service that is killed in the middle of a scan', () => {
  test('ends the scan after its restart as if nothing had been, at 20 moments', async (context) => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-data-'))
    writeData(folder)
    after(() => rmSync(folder, { recursive: true, force: true }))
    const expected = await undisturbed(folder)

    const { home, remove } = placeForHome('open')
    after(remove)
    const random = seeded(20_261_121)
    let service = start(home, folder)
    after(() => service.end('SIGKILL'))
    let ask: Asking = asking(await service.ready, home)
    let hits = 0
    for (let round = 0; round < rounds; round++) {
      const datastore = await newSource(ask, `round ${round}`, folder, checks)
      const { id } = await ask('POST', '/operations/run', scanOf(datastore))
      const progress = Math.floor(random() * (partitions + 1))
      const pause = random() * 150
      await untilEnded(ask, id, ({ status }) => status.partitions_scanned >= progress)
      await delay(pause)
      const withDatabase = round % 4 === 3
      if (withDatabase) process.kill(postmasterOf(home), 'SIGKILL')
      await service.end('SIGKILL')

      service = start(home, folder)
      ask = asking(await service.ready, home)
      const { end_time } = await ask('GET', `/operations/${id}`)
      if (end_time === null) hits += 1
      const scan = await untilEnded(ask, id)
      const where = `round ${round}, ${pause.toFixed(0)} ms after partition ${progress}${withDatabase ? ', with its database' : ''}`
      assert.deepEqual(await harvest(ask, scan), expected, where)
    }
    context.diagnostic(`${hits} of ${rounds} kills hit the scan`)
    assert.ok(hits >= rounds * 0.75, `only ${hits} of ${rounds} kills hit the scan: make it longer`)
    assert.equal((await service.end()).code, 0)
  })
})

function start(home: string, folder: string) {
  return startService({ ASSAY_HOME: home, ASSAY_ALLOWED_PATHS: folder, ASSAY_LEASE_SECONDS: '2' })
}

async function undisturbed(folder: string): Promise<object> {
  const { home, remove } = placeForHome('open')
  const service = start(home, folder)
  try {
    const ask = asking(await service.ready, home)
    const { id } = await ask('POST', '/operations/run', scanOf(await newSource(ask, 'calm', folder, checks)))
    return await harvest(ask, await untilEnded(ask, id))
  } finally {
    await service.end()
    remove()
  }
}
