import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { describeRuns, makePrices, scanned } from '../../harness/runs.ts'
import type { Source } from '../../harness/working-app.ts'

describeRuns('GET /anomalies lists anomalies', (app) => {
  let source: Source
  let [open, resolved, firstScan, firstRun] = [0, 0, 0, 0]
  const listed = async (query: string, token?: string): Promise<number[]> => {
    const { status, body } = await app.ask('GET', `/api/anomalies?${query}`, undefined, token)
    assert.equal(status, 200, JSON.stringify(body))
    return body.items.map(({ id }: { id: number }) => id).sort((one: number, other: number) => one - other)
  }
  before(async () => {
    source = await makePrices(app)
    const first = await scanned(app, source)
    firstScan = first.container_scans[0].id
    firstRun = first.id
    resolved = (await listed(''))[0] ?? 0
    source.write({ 'a.csv': 'id,price\n1,5\n2,7\n', 'b.csv': 'id,price\n1,1\n2,-2\n' })
    assert.equal((await scanned(app, source)).status.auto_resolved_anomaly_count, 1)
    open = (await listed(''))[0] ?? 0
  })

  test('open ones, unless a status, the archive or a container scan is named', async () => {
    assert.notEqual(open, resolved)
    assert.deepEqual(await listed(''), [open])
    assert.deepEqual(await listed('status=Resolved'), [resolved])
    assert.deepEqual(await listed('archived=only'), [resolved])
    assert.deepEqual(await listed('archived=include'), [resolved, open])
    assert.deepEqual(await listed(`container_scan=${firstScan}`), [resolved])
  })

  test('of a run, whatever became of them since', async () => {
    assert.deepEqual(await listed(`operation=${firstRun}`), [resolved])
    assert.deepEqual(await listed(`operation=${firstRun + 1}`), [open])
    assert.deepEqual(await listed(`operation=${firstRun}&archived=only`), [resolved])
    assert.deepEqual(await listed('operation=987654'), [])
  })

  test('by kind, container, check and rule', async () => {
    const b = (await app.containers(source)).get('b.csv')
    const { body } = await app.ask('GET', `/api/quality-checks?container=${b}`)
    assert.deepEqual(await listed(`container=${b}`), [open])
    assert.deepEqual(await listed(`quality_check=${body.items[0].id}`), [open])
    assert.deepEqual(await listed('rule_type=notNegative&archived=include'), [resolved, open])
    assert.deepEqual(await listed('rule_type=unique&archived=include'), [])
    assert.deepEqual(await listed('anomaly_type=shape&archived=include'), [])
  })

  test('of the datastores that the caller may see', async () => {
    assert.deepEqual(await listed('', await app.user('Member')), [])
    const reporter = await app.user('Member', { Reporter: [source.datastore_id] })
    assert.deepEqual(await listed('', reporter), [open])
  })

  test('with what was said of them, for those who may read comments', async () => {
    const path = `/api/anomalies/${open}`
    const viewer = await app.user('Member', { Viewer: [source.datastore_id] })
    const reporter = await app.user('Member', { Reporter: [source.datastore_id] })
    await app.ask('POST', `${path}/comments`, { message: 'Known?' })
    await app.ask('POST', `${path}/comments`, { message: 'New.' }, viewer)
    const { body: said } = await app.ask('GET', `${path}/comments`)
    const shown = async (token: string) => {
      const one = (await app.ask('GET', path, undefined, token)).body
      const { items } = (await app.ask('GET', '/api/anomalies', undefined, token)).body
      assert.deepEqual(
        items.find(({ id }: { id: number }) => id === open),
        one,
      )
      return one.comments
    }
    assert.equal(said.items.length, 2)
    assert.deepEqual(await shown(viewer), said.items)
    assert.deepEqual(await shown(reporter), [])
  })

  test('with the newest 50 comments of a long conversation, oldest first', async () => {
    const path = `/api/anomalies/${resolved}`
    for (let n = 1; n <= 52; n += 1) await app.ask('POST', `${path}/comments`, { message: `No. ${n}` })
    const { comments } = (await app.ask('GET', path)).body
    const said = comments.map(({ message }: { message: string }) => message)
    assert.deepEqual([said.length, said[0], said.at(-1)], [50, 'No. 3', 'No. 52'])
  })

  test('one of them by its number or its UUID', async () => {
    const byNumber = await app.ask('GET', `/api/anomalies/${open}`)
    const byUuid = await app.ask('GET', `/api/anomalies/${byNumber.body.uuid}`)
    assert.deepEqual([byNumber.status, byUuid.status], [200, 200])
    assert.deepEqual(byUuid.body, byNumber.body)
    assert.equal(byNumber.body.failed_checks[0].quality_check.rule_type, 'notNegative')
    assert.equal((await app.ask('GET', '/api/anomalies/first')).status, 400)
    assert.equal((await app.ask('GET', '/api/anomalies/999999')).status, 404)
  })
})
