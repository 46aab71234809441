import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { cutProxy, type CutProxy } from '../harness/cut-proxy.ts'
import { anomaliesOf, partitionsOf, verdictsOf } from '../harness/findings.ts'
import { foreignObjectServers } from '../harness/foreign-object-servers.ts'
import { csv, startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

const cuts = process.env['ASSAY_FULL'] === '1' ? 100 : 6
const rows = 4000
const files = [1, 2, 3]

/** A file in which every hundredth row fails, and the first one is in all files; `amount` of the first row tells versions apart. */
const fileOf = (number: number, amount = -1) =>
  csv(
    ['id', 'amount', 'filler'],
    Array.from({ length: rows }, (_, row) => [
      row === 0 ? 0 : number * rows + row,
      row % 100 === 0 ? amount - row : row,
      'x'.repeat(60),
    ]),
  )
const nameOf = (number: number) => `part_${number}.csv`

for (const [name, { type, absence, start }] of Object.entries(foreignObjectServers)) {
  describe(`scans of objects of ${name}`, { skip: absence, timeout: 600_000 }, () => {
    let app: WorkingApp
    let server: Awaited<ReturnType<typeof start>>
    let network: CutProxy
    let source: Source
    let whole: number
    let undisturbed: unknown

    before(async () => {
      server = await start()
      for (const number of files) await server.put(`raw/${nameOf(number)}`, fileOf(number))
      const endpoint = new URL(server.connection.parameters.endpoint)
      network = await cutProxy(endpoint.hostname, Number(endpoint.port))
      endpoint.port = String(network.port)
      app = await startWorkingApp()
      const parameters = { ...server.connection.parameters, endpoint: endpoint.href.replace(/\/$/, '') }
      const made = await app.ask('POST', '/api/datastores', {
        name: 'raw',
        connection: { name: 'lake', type, ...server.connection, parameters },
        root_path: 'raw',
      })
      assert.equal(made.status, 201, JSON.stringify(made.body))
      const nothing = () => undefined
      source = { datastore_id: made.body.id, folder: '', write: nothing, remove: nothing }
      const sync = await app.ended(await app.trigger(source, { type: 'sync' }))
      assert.equal(sync.result, 'success', sync.message)
      await app.check(source, 'part_*.csv', { rule: 'notNegative', fields: ['amount'] })
      await app.check(source, 'part_*.csv', { rule: 'unique', fields: ['id'] })
      await scanned()
      const from = network.bytes()
      undisturbed = await outcomeOf(await scanned())
      whole = network.bytes() - from
      assert.ok(whole > files.length * fileOf(1).length, 'a scan fetches all of them')
    })
    after(async () => {
      await app.close()
      await network.close()
      await server.close()
    })

    const scanned = () => app.scan(source, { force: true, enrichment_source_record_limit: 1000 })
    const outcomeOf = async (scan: {
      result: string
      message: string
      container_scans: { id: number }[]
      status: { records_processed: number }
    }) => ({
      result: scan.result,
      message: scan.message,
      records: scan.status.records_processed,
      verdicts: [...(await verdictsOf(app, scan.container_scans[0]?.id ?? 0))],
      // Files end in any order, and so do their rows come.
      anomalies: (await anomaliesOf(app, `&datastore=${source.datastore_id}`)).map((anomaly) => ({
        ...anomaly,
        records: anomaly.records.toSorted(),
      })),
    })

    test(`find at ${cuts} random cuts what an undisturbed one finds, and no row twice`, async () => {
      let fewest = Number.POSITIVE_INFINITY
      for (let round = 0; round < cuts; round += 1) {
        const at = 1 + Math.floor((Math.random() + round) * (whole / cuts) * 0.98)
        const from = network.bytes()
        network.cutAfter(at, round % 2 === 0 ? 'reset' : 'end')
        assert.deepEqual(await outcomeOf(await scanned()), undisturbed, `cut after ${at} of ${whole} bytes`)
        fewest = Math.min(fewest, network.bytes() - from)
        await network.cut
      }
      assert.ok(fewest >= whole * 0.9, 'each scan fetched what it found')
    })

    test('of an object that is replaced in the middle say so, and read no row of it', async () => {
      network.cutAfter(fileOf(1).length / 2, 'reset')
      const id = await app.trigger(source, { type: 'scan', force: true })
      await network.cut
      // Nothing goes on before all of them are others.
      network.shut(true)
      for (const number of files) await server.put(`raw/${nameOf(number)}`, fileOf(number, -7))
      network.shut(false)
      const scan = await app.ended(id)
      assert.equal(scan.result, 'failure', scan.message)
      assert.match(
        scan.message,
        /The object "part_\d\.csv" was replaced while it was read; nothing of the new/,
      )
      // Each partition lists by itself: one that begins later is the new version, and none is some of both.
      const parts = await partitionsOf(app, scan.container_scans[0].id)
      const lost = parts.filter(({ result }) => result !== 'success')
      assert.ok(lost.length > 0)
      for (const { message, records } of lost) {
        assert.match(message ?? '', /was replaced while it was read/)
        assert.equal(records, 0)
      }
      for (const { records } of parts.filter((one) => !lost.includes(one))) assert.equal(records, rows)

      const next = await scanned()
      assert.equal(next.result, 'success', next.message)
      assert.match(JSON.stringify(await anomaliesOf(app, `&datastore=${source.datastore_id}`)), /-7/)
    })
  })
}
