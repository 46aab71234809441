import assert from 'node:assert/strict'
import { get, type ClientRequest, type IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { once } from 'node:events'
import { test } from 'node:test'
import type { AddressInfo } from 'node:net'
import type { TestApp } from '../../harness/app.ts'
import { describeContract } from '../../harness/contract.ts'
import { makeAnomaly, makePeople } from '../../harness/factories.ts'

describeContract('A download of very many source records', (app) => {
  test('has each row once, in one order, however many anomalies share it', async () => {
    const scan = await scanOfRecords(app, 6000, 2)
    const answer = await app.ask('GET', `/api/container-scans/${scan}/source-records/download`)
    const lines = String(answer.body).trimEnd().split('\r\n')
    assert.equal(lines.length, 1 + 6000)
    assert.equal(new Set(lines).size, lines.length)
    const { body } = await app.ask('GET', `/api/container-scans/${scan}/source-records?limit=3`)
    assert.equal(body.total, 6000)
    assert.deepEqual(
      body.items.map((item: { record: { name: string } }) => item.record.name),
      lines.slice(1, 4).map((line) => line.split(',')[1]),
    )
    assert.equal(body.items[0].anomaly_ids.length, 2)
  })

  test('waits for a slow reader with its statement open, and ends the statement when the reader goes away', async () => {
    const scan = await scanOfRecords(app, 40_000, 1)
    const request = await startDownload(app, scan)
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    // The first piece; the rest stays in the service until it is read.
    await once(response, 'readable')
    response.read()
    assert.equal(app.environment.store.streams.totalCount, 1)
    assert.equal(app.environment.store.streams.idleCount, 0)
    response.destroy()
    while (app.environment.store.streams.totalCount > 0) await delay(5)
    const whole = await app.ask('GET', `/api/container-scans/${scan}/source-records/download?limit=1`)
    assert.equal(String(whole.body).trimEnd().split('\r\n').length, 2)
  })

  test('has the records of its beginning, also those that are deleted while it is read', async () => {
    const scan = await scanOfRecords(app, 40_000, 1)
    const request = await startDownload(app, scan)
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    await once(response, 'readable')
    await app.environment.store.pool.query('delete from source_records')
    const text = (await Array.fromAsync(response.setEncoding('utf8'))).join('')
    assert.equal(text.trimEnd().split('\r\n').length, 1 + 40_000)
    const { body } = await app.ask('GET', `/api/container-scans/${scan}/source-records/download`)
    assert.equal(String(body).trimEnd().split('\r\n').length, 1)
  })
})

/** Asks over a socket, where a reader can be slow. */
async function startDownload(app: TestApp, scan: number): Promise<ClientRequest> {
  if (!app.server.server.listening) await app.server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.server.address() as AddressInfo
  const token = await app.user('Admin')
  return get({
    port,
    path: `/api/container-scans/${scan}/source-records/download`,
    headers: { authorization: `Bearer ${token}` },
  })
}

/** A container scan whose anomalies each have the same records; returns its id. */
async function scanOfRecords(app: TestApp, records: number, anomalies: number): Promise<number> {
  const { container } = await makePeople(app)
  const ids = []
  for (let count = 0; count < anomalies; count++) ids.push(await makeAnomaly(app, container, []))
  const { pool } = app.environment.store
  await pool.query(
    `insert into source_records (anomaly_id, ordinal, row_hash, record)
     select anomaly, place, md5(place::text), json_build_object('id', place, 'name', 'person ' || place, 'age', null)
     from unnest($1::bigint[]) as anomaly, generate_series(1, $2::int) as place`,
    [ids, records],
  )
  const { rows } = await pool.query<{ container_scan_id: number }>(
    `insert into anomaly_detections (container_scan_id, anomaly_id)
     select (select min(container_scan_id) from anomalies where id = any($1::bigint[])), unnest($1::bigint[]) returning container_scan_id`,
    [ids],
  )
  return rows[0]?.container_scan_id ?? 0
}
