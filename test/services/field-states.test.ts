import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

const anyStatus = 'status=active&status=masked&status=missing&status=excluded'

describe('fields that people leave out, and fields that the source lost', { concurrency: false }, () => {
  const app = {} as WorkingApp
  before(async () => void Object.assign(app, await startWorkingApp()))
  after(() => app.close())

  const fields = async (source: Source) => {
    const { body } = await app.ask('GET', `/api/fields?datastore=${source.datastore_id}&${anyStatus}`)
    return new Map<string, { id: number; status: string }>(
      body.items.map((field: { id: number; name: string; status: string }) => [field.name, field]),
    )
  }
  const idOf = async (source: Source, name: string) => (await fields(source)).get(name)?.id ?? 0
  const run = async (source: Source, type: string, members: object = {}) =>
    app.ended(await app.trigger(source, { type, ...members }))
  const preview = async (source: Source, query = '') => {
    const id = [...(await app.containers(source)).values()][0]
    return (await app.ask('GET', `/api/containers/${id}/source-records?${query}`)).body
  }

  test('an excluded field is read by no scan, profile and preview, and a sync leaves it excluded', async () => {
    const source = await app.source({ 'a.csv': 'id,note,size\n1,x,5\n2,,7\n' })
    await app.check(source, 'a.csv', { rule: 'notNull', fields: ['note'] })
    await app.check(source, 'a.csv', { rule: 'maxValue', fields: ['size'], properties: { value: 6 } })
    await app.check(source, 'a.csv', { rule: 'fieldCount', properties: { value: 2 } })
    const filtered = { rule: 'positive', fields: ['id'], filter: "note = 'x'" }
    const blind = await app.check(source, 'a.csv', filtered)
    assert.equal((await app.ask('DELETE', `/api/fields/${await idOf(source, 'note')}`)).status, 204)
    const scan = await app.scan(source)
    const { body } = await app.ask('GET', `/api/anomalies?datastore=${source.datastore_id}`)
    assert.deepEqual(
      body.items.map((anomaly: { failed_checks: { quality_check: { rule_type: string } }[] }) =>
        anomaly.failed_checks.map(({ quality_check }) => quality_check.rule_type),
      ),
      [['maxValue']],
      JSON.stringify(scan),
    )
    const record = await app.ask('GET', `/api/anomalies/${body.items[0].id}/source-record`)
    assert.doesNotMatch(JSON.stringify(record.body), /note/)
    const results = await app.ask('GET', `/api/operations/${scan.id}/scan-checks?quality_check=${blind}`)
    assert.match(JSON.stringify(results.body), /unasserted/)
    await run(source, 'sync')
    await run(source, 'profile')
    assert.equal((await fields(source)).get('note')?.status, 'excluded')
    const container = (await app.containers(source)).get('a.csv')
    const profiles = await app.ask('GET', `/api/containers/${container}/field-profiles`)
    assert.deepEqual(
      profiles.body.items.map(({ name }: { name: string }) => name),
      ['id', 'size'],
    )
    const shown = await preview(source)
    assert.deepEqual(
      shown.fields.map(({ name }: { name: string }) => name),
      ['id', 'size'],
    )
    assert.doesNotMatch(JSON.stringify(shown), /note/)
  })

  test('a masked field stays hidden while it is excluded or missing, and comes back masked', async () => {
    const source = await app.source({ 'b.csv': 'id,pin\n1,k7canary\n' })
    await app.check(source, 'b.csv', { rule: 'maxLength', fields: ['pin'], properties: { value: 3 } })
    await app.scan(source)
    const pin = await idOf(source, 'pin')
    await app.ask('PUT', `/api/fields/${pin}`, { status: 'masked' })
    const anomalies = await app.ask('GET', `/api/anomalies?datastore=${source.datastore_id}`)
    const path = `/api/anomalies/${anomalies.body.items[0].id}/source-record`
    const isHidden = async () =>
      assert.doesNotMatch(
        JSON.stringify([(await app.ask('GET', path)).body, await preview(source)]),
        /canary/,
      )
    await isHidden()
    await app.ask('DELETE', `/api/fields/${pin}`)
    await isHidden()
    await app.ask('POST', `/api/fields/${pin}/restore`)
    source.write({ 'b.csv': 'id,other\n1,2\n' })
    await run(source, 'sync')
    assert.equal((await fields(source)).get('pin')?.status, 'missing')
    await isHidden()
    source.write({ 'b.csv': 'id,pin\n1,k7canary\n' })
    await isHidden()
    await run(source, 'profile')
    assert.equal((await fields(source)).get('pin')?.status, 'masked')
    await isHidden()
  })

  test('after a rename the fields are merged: checks, anomalies and masking go on under the new name', async () => {
    const source = await app.source({ 'c.csv': 'id,cost\n1,-5\n2,9\n' })
    const check = await app.check(source, 'c.csv', { rule: 'notNegative', fields: ['cost'] })
    assert.equal((await app.scan(source)).status.anomalies_identified, 1)
    const cost = await idOf(source, 'cost')
    await app.ask('PUT', `/api/fields/${cost}`, { status: 'masked' })
    source.write({ 'c.csv': 'id,price\n1,-5\n2,9\n' })
    await run(source, 'sync')
    const price = await idOf(source, 'price')
    const merged = await app.ask('POST', `/api/fields/merge?source_field_id=${cost}&target_field_id=${price}`)
    assert.deepEqual(
      [merged.status, merged.body.id, merged.body.name, merged.body.status],
      [200, cost, 'price', 'masked'],
    )
    const scan = await app.scan(source)
    assert.equal(scan.result, 'success')
    const { body } = await app.ask('GET', `/api/anomalies?datastore=${source.datastore_id}`)
    assert.deepEqual(
      body.items.map((anomaly: { failed_checks: { quality_check: { id: number } }[]; status: string }) => [
        anomaly.status,
        anomaly.failed_checks.map(({ quality_check }) => quality_check.id),
      ]),
      [['Active', [check]]],
      'the anomaly is the one that was found before',
    )
    const record = await app.ask('GET', `/api/anomalies/${body.items[0].id}/source-record`)
    assert.doesNotMatch(JSON.stringify(record.body), /-5/, 'kept under the former name too')
    await run(source, 'sync')
    assert.deepEqual([...(await fields(source)).keys()], ['id', 'price'])
  })
})
