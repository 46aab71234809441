import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makeDatastore, maskField, syncDatastore } from '../../harness/factories.ts'

const people = 'id,name,age\n1,Ada,36\n2,Alan,-4\n3,,41\n4,Grace,-9\n'

describeContract('POST /quality-checks/validate', (app) => {
  let container = 0
  let drafter = ''
  let datastore = 0
  before(async () => {
    datastore = await makeDatastore(app, { 'people.csv': people })
    await syncDatastore(app, datastore)
    container = (await app.ask('GET', `/api/containers/listing?datastore=${datastore}`)).body[0].id
    drafter = await app.user('Member', { Drafter: [datastore] })
  })
  const validate = (members: object, more: object = {}) =>
    app.ask(
      'POST',
      '/api/quality-checks/validate',
      { quality_check: { container_id: container, description: 'x', ...members }, ...more },
      drafter,
    )

  test('tells a Drafter what the check would say of the rows, and how it is judged, with nothing kept', async () => {
    const before = await app.rows()
    const { status, body } = await validate({ rule: 'notNegative', fields: ['age'], filter: 'id > 1' })
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual(
      [body.success, body.assertion_result, body.asserted_records, body.anomalous_records],
      [true, 'failed', 3, 2],
    )
    assert.equal(body.records_processed, 4)
    assert.match(body.message, /failed: 2 of 3 records/)
    assert.match(body.sql, /"people\.csv"/)
    assert.match(body.sql, /id > 1/)
    assert.doesNotMatch(body.sql, /read_csv|\/tmp/)
    assert.ok(Number.isInteger(body.ms))
    assert.equal(await app.rows(), before, 'something was kept')
    const passed = await validate({ rule: 'notNull', fields: ['id'] })
    assert.deepEqual([passed.body.success, passed.body.assertion_result], [true, 'passed'])
  })

  test('judges checks over the whole container too', async () => {
    const { body } = await validate({ rule: 'sum', fields: ['age'], properties: { value: 64 } })
    assert.deepEqual([body.success, body.assertion_result], [true, 'passed'])
    const counted = await validate({ rule: 'fieldCount', properties: { value: 4 } })
    assert.deepEqual([counted.body.assertion_result, counted.body.sql], ['failed', ''])
  })

  test('says what is wrong with a total, of which no row is', async () => {
    const { body } = await validate({ rule: 'sum', fields: ['age'], properties: { value: 65 } })
    assert.deepEqual([body.assertion_result, body.asserted_records, body.anomalous_records], ['failed', 4, 0])
    assert.match(body.message, /^The check failed: .*`age`.*64.*65/)
  })

  test('says why the source cannot judge an expression, without refusing the request', async () => {
    const { status, body } = await validate({
      rule: 'satisfiesExpression',
      properties: { expression: 'no_such_column > 1' },
    })
    assert.deepEqual([status, body.success, body.assertion_result], [200, false, 'unasserted'])
    assert.match(body.message, /no_such_column/)
  })

  test('binds the variables that it is given, and asks for those that it lacks', async () => {
    const check = { rule: 'notNegative', fields: ['age'], filter: 'id > {{ last }}' }
    const { body } = await validate(check, { check_variables: { last: 2 } })
    assert.deepEqual([body.success, body.asserted_records], [true, 2])
    const lacking = await validate(check)
    assert.equal(lacking.body.success, false)
    assert.match(lacking.body.message, /last/)
  })

  test('reads no more rows of a partition than it is told, and says so', async () => {
    const { body } = await validate(
      { rule: 'notNegative', fields: ['age'] },
      { max_records_analyzed_per_partition: 1 },
    )
    assert.deepEqual([body.records_processed, body.assertion_result], [1, 'passed'])
    assert.match(body.message, /At most 1 rows/)
  })

  test('shows no value of a masked field, whatever the source says', async () => {
    await maskField(app, container, 'name')
    const { body } = await validate({
      rule: 'satisfiesExpression',
      properties: { expression: 'cast(name as integer) > 7431' },
    })
    assert.equal(body.success, false)
    // How long it took may be any number.
    const told = ({ ms: _ms, ...answer }: Record<string, unknown>) => JSON.stringify(answer)
    assert.doesNotMatch(told(body), /Ada|Alan|Grace|7431/)
    await maskField(app, container, 'age')
    const total = await validate({ rule: 'sum', fields: ['age'], properties: { value: 65 } })
    assert.equal(total.body.assertion_result, 'failed')
    assert.match(total.body.message, /<masked>/)
    assert.doesNotMatch(told(total.body), /64/)
  })
})
