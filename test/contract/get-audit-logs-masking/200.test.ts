import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { assertRefused, describeContract } from '../../harness/contract.ts'
import { keepRecords, makeAnomaly, makePeople, maskField } from '../../harness/factories.ts'

describeContract('GET /audit-logs/masking', (app) => {
  let place = { datastore: 0, container: 0 }
  let anomaly = 0
  let scan = 0
  let editor = ''
  before(async () => {
    place = await makePeople(app)
    anomaly = await makeAnomaly(app, place.container, [])
    await keepRecords(app, anomaly, ['{"id":1,"name":"Ada","age":36}'])
    scan = (await app.ask('GET', `/api/anomalies/${anomaly}`)).body.container_scan_id
    await maskField(app, place.container, 'name')
    await maskField(app, place.container, 'age')
    editor = await app.user('Member', { Editor: [place.datastore] })
  })

  const total = async () => (await app.ask('GET', '/api/audit-logs/masking')).body.total

  test('every way to raw values leaves an entry that names the fields, who, from where and by what', async () => {
    for (const path of [
      `/anomalies/${anomaly}/source-record`,
      `/anomalies/${anomaly}/source-record/csv`,
      `/container-scans/${scan}/source-records`,
      `/container-scans/${scan}/source-records/download`,
    ]) {
      const { status, body } = await app.ask('GET', `/api${path}?include_masked=true`, undefined, editor)
      assert.equal(status, 200)
      assert.match(JSON.stringify(body), /Ada/)
      const { body: log } = await app.ask('GET', '/api/audit-logs/masking?size=1')
      const [{ id, user_id, user, ...entry }] = log.items
      assert.ok(id > 0 && user.id === user_id)
      assert.equal(user.user_name, editor)
      const isAnomaly = path.startsWith('/anomalies')
      assert.deepEqual(entry, {
        created: '2026-03-01T12:00:00.000Z',
        action: 'unmask_field_values',
        resource_type: isAnomaly ? 'anomaly' : 'container',
        resource_id: isAnomaly ? anomaly : place.container,
        masked_field_names: ['name', 'age'],
        endpoint: `GET ${path}`,
        ip_address: '127.0.0.1',
      })
    }
  })

  test('masked answers, refused requests and containers without masked fields leave none', async () => {
    const before = await total()
    const viewer = await app.user('Member', { Viewer: [place.datastore] })
    const plain = await makePeople(app)
    const other = await makeAnomaly(app, plain.container, [])
    await app.ask('GET', `/api/anomalies/${anomaly}/source-record`, undefined, editor)
    await app.ask('GET', `/api/anomalies/${other}/source-record?include_masked=true`)
    for (const path of [`anomalies/${anomaly}/source-record`, `container-scans/${scan}/source-records`]) {
      const ask = () => app.ask('GET', `/api/${path}?include_masked=true`, undefined, viewer)
      await assertRefused(app, ask, 403, 'forbidden')
    }
    assert.equal(await total(), before)
  })

  test('filters by user, resource and day', async () => {
    await app.ask('GET', `/api/anomalies/${anomaly}/source-record?include_masked=true`)
    const count = async (filter: string) =>
      (await app.ask('GET', `/api/audit-logs/masking?${filter}`)).body.total
    const { body } = await app.ask('GET', '/api/audit-logs/masking?size=1')
    assert.equal(await count(`user_id=${body.items[0].user_id}`), 1)
    assert.equal(await count(`resource_type=container&resource_id=${place.container}`), 2)
    assert.equal(await count(`resource_type=anomaly&resource_id=${anomaly}`), 3)
    assert.equal(await count('resource_type=anomaly&resource_id=999'), 0)
    assert.equal(await count('start_date=2026-03-01&end_date=2026-03-01&action=unmask_field_values'), 5)
    assert.equal(await count('start_date=2026-03-02'), 0)
    assert.equal((await app.ask('GET', '/api/audit-logs/masking?resource_type=team')).status, 422)
  })
})
