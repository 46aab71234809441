import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  assertTakenUp,
  recordsOfAnomaly,
  tablesIn,
  takeUp,
  toldAnomalies,
} from '../harness/triage-stories.ts'
import { csv, startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

describe('an anomaly that somebody looks after', () => {
  let app: WorkingApp
  before(async () => {
    app = await startWorkingApp()
  })
  after(() => app.close())

  const onlyOne = async (source: Source) => {
    const found = await toldAnomalies(app, source)
    assert.equal(found.length, 1, JSON.stringify(found))
    const [anomaly] = found
    assert.ok(anomaly)
    return anomaly
  }
  const setKeys = async (source: Source, container: string, key_fields: string[] | null) => {
    const id = (await app.containers(source)).get(container)
    const answer = await app.ask('PUT', `/api/containers/${id}`, { key_fields })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body
  }
  const negative = { rule: 'notNegative', fields: ['price'] }

  test('keeps status, assignee and comments when a column is added, moved or removed', async () => {
    const source = await app.source({ 'sales.csv': 'id,price,note\n1,-1,a\n2,2,b\n' })
    await app.check(source, 'sales.csv', negative)
    await app.scan(source)
    const { id } = await onlyOne(source)
    await takeUp(app, id)
    const shapes = [
      'id,price,note,added\n1,-1,a,x\n2,2,b,y\n',
      'added,note,price,id\nz,a,-1,1\nz,b,2,2\n',
      'price,id\n-1,1\n2,2\n',
      'price,id,added\n-1,1,new\n2,2,new\n',
    ]
    for (const content of shapes) {
      source.write({ 'sales.csv': content })
      await app.ended(await app.trigger(source, { type: 'sync' }))
      const scan = await app.scan(source)
      assert.equal(scan.status.auto_resolved_anomaly_count, 0)
      assert.equal((await onlyOne(source)).id, id)
      await assertTakenUp(app, id)
    }
  })

  test('keeps them when a column without a say moves at every load, in a table with a primary key', async () => {
    const { source, store } = await tablesIn(app, 'sqlite', [
      'create table loads (id integer primary key, price integer, loaded_at text)',
      `insert into loads values (1, -1, 'monday'), (2, 2, 'monday')`,
    ])
    await app.check(source, 'loads', negative)
    await app.scan(source)
    const { id, fingerprint } = await onlyOne(source)
    await takeUp(app, id)
    await store.run([`update loads set loaded_at = 'tuesday', price = price * 3`])
    await app.scan(source)
    const again = await onlyOne(source)
    assert.deepEqual([again.id, again.fingerprint], [id, fingerprint])
    await assertTakenUp(app, id)
    assert.match(again.message, /`-3`/)
    assert.deepEqual(await recordsOfAnomaly(app, id), [{ id: 1, price: -3, loaded_at: 'tuesday' }])
    const { body } = await app.ask('GET', `/api/anomalies/${id}/history`)
    const [{ former_record, from_status, to_status }] = body.items
    assert.deepEqual(JSON.parse(former_record), { id: 1, price: -1, loaded_at: 'monday' })
    assert.deepEqual([from_status, to_status], ['Acknowledged', 'Acknowledged'])
    await store.run(['update loads set price = 5'])
    const mended = await app.scan(source)
    assert.equal(mended.status.auto_resolved_anomaly_count, 1)
  })

  test('is recognised by keys that are set after it was found, and by its values when they are taken back', async () => {
    const source = await app.source({
      'sales.csv': csv(
        ['region', 'id', 'price', 'seen'],
        [
          ['n', 1, -1, 'mo'],
          ['s', 1, 1, 'mo'],
        ],
      ),
    })
    await app.check(source, 'sales.csv', negative)
    await app.scan(source)
    const { id } = await onlyOne(source)
    await takeUp(app, id)
    const body = await setKeys(source, 'sales.csv', ['region', 'id'])
    assert.deepEqual([body.key_fields, body.key_fields_origin], [['region', 'id'], 'set'])
    source.write({
      'sales.csv': csv(
        ['region', 'id', 'price', 'seen'],
        [
          ['s', 1, 1, 'tu'],
          ['n', 1, -2, 'tu'],
        ],
      ),
    })
    await app.scan(source)
    assert.equal((await onlyOne(source)).id, id)
    await setKeys(source, 'sales.csv', null)
    await app.scan(source)
    assert.equal((await onlyOne(source)).id, id)
    await assertTakenUp(app, id)
  })

  test('is still recognised when a key field vanishes, and when it is back', async () => {
    const source = await app.source({ 'sales.csv': 'id,price\n1,-1\n2,2\n' })
    await app.check(source, 'sales.csv', negative)
    await setKeys(source, 'sales.csv', ['id'])
    await app.scan(source)
    const { id } = await onlyOne(source)
    await takeUp(app, id)
    for (const content of ['price\n-1\n2\n', 'id,price\n1,-1\n2,2\n', 'id,price\n1,-7\n2,2\n']) {
      source.write({ 'sales.csv': content })
      await app.scan(source)
      assert.equal((await onlyOne(source)).id, id)
    }
    await assertTakenUp(app, id)
  })

  test('is not mistaken for another row with the same key: the one whose values stay is that one', async () => {
    const source = await app.source({ 'sales.csv': 'id,price\n1,-1\n1,-2\n1,-3\n' })
    await app.check(source, 'sales.csv', negative)
    await setKeys(source, 'sales.csv', ['id'])
    await app.scan(source)
    const found = await toldAnomalies(app, source)
    const last = found.find(({ message }) => message.includes('`-3`')) ?? assert.fail('no third')
    await takeUp(app, last.id)
    source.write({ 'sales.csv': 'id,price\n1,1\n1,-3\n1,2\n' })
    await app.scan(source)
    const open = (await toldAnomalies(app, source)).filter(({ status }) => status !== 'Resolved')
    assert.deepEqual(
      open.map(({ id }) => id),
      [last.id],
    )
    await assertTakenUp(app, last.id)
  })

  test('shows no number from which the value of a masked key could be guessed', async () => {
    const content = 'ssn,price\n123-45-6789,-1\n'
    const prints: number[] = []
    for (let round = 0; round < 2; round++) {
      const source = await app.source({ 'people.csv': content })
      await app.check(source, 'people.csv', negative)
      await setKeys(source, 'people.csv', ['ssn'])
      const { body } = await app.ask('GET', `/api/fields?datastore=${source.datastore_id}&name=ssn`)
      assert.equal(
        (await app.ask('PUT', `/api/fields/${body.items[0].id}`, { status: 'masked' })).status,
        200,
      )
      await app.scan(source)
      const { id, fingerprint } = await onlyOne(source)
      prints.push(fingerprint)
      source.write({ 'people.csv': 'ssn,price\n123-45-6789,-5\n' })
      await app.scan(source)
      assert.equal((await onlyOne(source)).id, id)
      assert.deepEqual(await recordsOfAnomaly(app, id), [{ ssn: '***MASKED***', price: -5 }])
    }
    assert.notEqual(prints[0], prints[1])
  })

  test('comes again as itself when it was archived, its values moved, and recurring ones are to be opened again', async () => {
    const source = await app.source({ 'sales.csv': 'id,price\n1,-1\n2,2\n' })
    await app.check(source, 'sales.csv', negative)
    await app.scan(source)
    const { id } = await onlyOne(source)
    await takeUp(app, id)
    await app.ask('DELETE', `/api/anomalies/${id}?status=Invalid`)
    await setKeys(source, 'sales.csv', ['id'])
    source.write({ 'sales.csv': 'id,price\n1,-9\n2,2\n' })
    await app.scan(source, { reactivate_recurring_anomalies: true })
    const again = await onlyOne(source)
    assert.deepEqual([again.id, again.status, again.assignees.length], [id, 'Active', 1])
  })
})
