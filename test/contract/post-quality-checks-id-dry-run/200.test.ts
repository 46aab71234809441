import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makeCheck, makeDatastore, maskField, syncDatastore } from '../../harness/factories.ts'

const people = `id,name,age\n${Array.from({ length: 30 }, (_, id) => `${id},n${id},${id % 2 === 0 ? id : -id}`).join('\n')}\n`

describeContract('POST /quality-checks/{id}/dry-run', (app) => {
  let container = 0
  let datastore = 0
  let check = 0
  before(async () => {
    datastore = await makeDatastore(app, { 'people.csv': people })
    await syncDatastore(app, datastore)
    container = (await app.ask('GET', `/api/containers/listing?datastore=${datastore}`)).body[0].id
    check = await makeCheck(app, container, { rule: 'notNegative', fields: ['age'], filter: 'id < 6' })
  })
  const dryRun = async (id: number, body?: object, token?: string) => {
    const answer = await app.ask('POST', `/api/quality-checks/${id}/dry-run`, body, token)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body
  }

  test('has the anomalies and rows that a scan would find, of drafts too, and keeps nothing', async () => {
    const before = await app.rows()
    const found = await dryRun(check)
    assert.deepEqual([found.success, found.assertion_result, found.asserted_records], [true, 'failed', 6])
    assert.equal(found.anomaly_count, 3)
    assert.deepEqual(found.anomalies[0], {
      type: 'record',
      message: 'The `age` value of `-1` is negative.',
      anomalous_records_count: 1,
      partition: null,
      records: [0],
    })
    assert.deepEqual(found.source_records[0], { id: 1, name: 'n1', age: -1 })
    assert.deepEqual(
      found.fields.map(({ name, masked }: { name: string; masked: boolean }) => [name, masked]),
      [
        ['id', false],
        ['name', false],
        ['age', false],
      ],
    )
    assert.equal(await app.rows(), before, 'something was kept')
    const draft = await makeCheck(app, container, { rule: 'unique', fields: ['age'], status: 'Draft' })
    assert.equal((await dryRun(draft)).assertion_result, 'passed')
  })

  test('rolls many failing rows up into one anomaly, with some of the rows', async () => {
    const many = await makeCheck(app, container, { rule: 'notNegative', fields: ['age'] })
    const found = await dryRun(many, {})
    assert.deepEqual([found.anomaly_count, found.anomalies[0].type], [1, 'shape'])
    assert.deepEqual(
      [
        found.anomalies[0].anomalous_records_count,
        found.source_records.length,
        found.anomalies[0].records.length,
      ],
      [15, 15, 15],
    )
  })

  test('withholds masked values from everybody but an Editor who asks, which the audit log tells', async () => {
    const named = await makeCheck(app, container, {
      rule: 'maxLength',
      fields: ['name'],
      properties: { value: 1 },
      filter: 'id < 3',
    })
    await maskField(app, container, 'name')
    const drafter = await app.user('Member', { Drafter: [datastore] })
    const hidden = await dryRun(named, {}, drafter)
    assert.deepEqual(hidden.source_records[0], { id: 0, name: '***MASKED***', age: 0 })
    assert.match(hidden.anomalies[0].message, /<masked>/)
    assert.doesNotMatch(JSON.stringify(hidden), /n[012]"|`n[012]`/)
    const editor = await app.user('Member', { Editor: [datastore] })
    const shown = await dryRun(named, { include_masked: true }, editor)
    assert.equal(shown.source_records[0].name, 'n0')
    const audit = await app.ask('GET', '/api/audit-logs/masking')
    assert.deepEqual(
      [audit.body.items.length, audit.body.items[0].masked_field_names, audit.body.items[0].endpoint],
      [1, ['name'], `POST /quality-checks/${named}/dry-run`],
    )
    const refused = await app.ask(
      'POST',
      `/api/quality-checks/${named}/dry-run`,
      { include_masked: true },
      await app.user('Member', { Author: [datastore] }),
    )
    assert.equal(refused.status, 403)
  })
})
