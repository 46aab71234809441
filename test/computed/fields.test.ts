import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'
import { keepFoundFields } from '../../src/operations/profile/keep-fields.ts'
import { computedFieldsOf } from '../../src/store/computed-fields.ts'
import { listKnownFields } from '../../src/store/fields.ts'
import { datastoreOn, tableStores } from '../harness/table-stores.ts'

const anyStatus = 'status=active&status=masked&status=missing&status=excluded'

describe('a computed field', { concurrency: false }, () => {
  const app = {} as WorkingApp
  let source: Source
  let container = 0
  before(async () => {
    Object.assign(app, await startWorkingApp())
    source = await app.source({
      'firms.csv':
        'id,firm,revenue,founded\n1,"Acme, Inc.","$1,234.56",2001-05-04\n2,Umbrella Holding Co. Ltd.,(2020),x\n3,Initech,100%,\n',
    })
    container = (await app.containers(source)).get('firms.csv') ?? 0
  })
  after(() => app.close())

  const post = (name: string, transformation: string, members: object = {}) =>
    app.ask('POST', '/api/computed-fields', { name, container_id: container, transformation, ...members })
  const made = async (...given: Parameters<typeof post>) => {
    const { status, body } = await post(...given)
    assert.equal(status, 201, JSON.stringify(body))
    return body as { id: number; properties: object }
  }
  const fieldsOf = async (id: number) =>
    (await app.ask('GET', `/api/containers/${id}/fields?${anyStatus}`)).body as {
      id: number
      name: string
      type: string
      status: string
    }[]
  const profiled = async () => app.ended(await app.trigger(source, { type: 'profile' }))
  const sumOf = async (name: string) => {
    const { body } = await app.ask('GET', `/api/containers/${container}/field-profiles`)
    return body.items.find((profile: { name: string }) => profile.name === name)
  }

  test('of every kind is a field like others: listed, profiled, and judged by checks and their filters', async () => {
    await made('firm_name', 'cleanedEntityName', { source_fields: ['firm'], properties: {} })
    await made('revenue_number', 'convertFormattedNumeric', { source_fields: ['revenue'], properties: null })
    const dated = { target_type: 'DATE', format: 'yyyy-MM-dd' }
    const founded = await made('founded_on', 'cast', { source_fields: ['founded'], properties: dated })
    assert.deepEqual(founded.properties, dated)
    const { body: listed } = await app.ask('GET', `/api/fields?container=${container}`)
    assert.deepEqual(
      listed.items
        .map(({ computed_field }: { computed_field: { id: number } | null }) => computed_field?.id ?? null)
        .slice(-2),
      [founded.id - 1, founded.id],
      'a field tells how it is computed',
    )
    assert.equal(listed.items[0].computed_field, null)
    const { id } = await made('twice', 'customExpression', {
      source_fields: null,
      properties: { column_expression: 'id * 2 + row_number() over (order by id)' },
    })
    assert.deepEqual(
      (await fieldsOf(container)).slice(4).map(({ name, type, status }) => [name, type, status]),
      [
        ['firm_name', 'String', 'active'],
        ['revenue_number', 'Fractional', 'active'],
        ['founded_on', 'Date', 'active'],
        ['twice', 'Integral', 'active'],
      ],
    )
    const { body } = await app.ask('GET', `/api/containers/${container}`)
    assert.deepEqual(
      body.computed_fields.map((field: { name: string; transformation: string }) => [
        field.name,
        field.transformation,
      ]),
      [
        ['firm_name', 'cleanedEntityName'],
        ['revenue_number', 'convertFormattedNumeric'],
        ['founded_on', 'cast'],
        ['twice', 'customExpression'],
      ],
    )
    assert.equal(body.computed_fields[3].id, id)
    assert.equal((await profiled()).result, 'success')
    assert.equal((await sumOf('revenue_number')).sum, 1234.56 - 2020 + 100)
    assert.equal((await sumOf('founded_on')).completeness, 1 / 3)
    assert.equal((await sumOf('twice')).sum, 2 + 4 + 6 + 1 + 2 + 3)
    await app.check(source, 'firms.csv', {
      rule: 'expectedValues',
      fields: ['firm_name'],
      properties: { list: ['Acme', 'Umbrella'] },
    })
    await app.check(source, 'firms.csv', {
      rule: 'notNegative',
      fields: ['revenue_number'],
      filter: 'twice > 3',
    })
    const scan = await app.scan(source)
    assert.equal(scan.result, 'success')
    assert.equal(scan.status.anomalies_identified, 2)
    const found = await app.ask('GET', `/api/anomalies?container=${container}`)
    assert.match(JSON.stringify(found.body), /Initech/)
    assert.match(JSON.stringify(found.body), /-2020/)
  })

  test('is refused with its reason, and nothing is kept', async () => {
    const refused: [given: Parameters<typeof post>, status: number, reason: RegExp][] = [
      [['ID', 'cast', { source_fields: ['id'], properties: { target_type: 'string' } }], 409, /"id" already/],
      [['x', 'cast', { source_fields: ['id'], properties: { target_type: 'blob' } }], 422, /no type/],
      [
        ['x', 'cast', { source_fields: ['firm'], properties: { target_type: 'date', format: 'dd.MM.yyyy' } }],
        422,
        /ISO 8601.*customExpression/,
      ],
      [
        ['x', 'cast', { source_fields: ['firm'], properties: { target_type: 'int', format: 'yyyy' } }],
        422,
        /has no format/,
      ],
      [['x', 'cast', { source_fields: [], properties: { target_type: 'int' } }], 422, /reads one field/],
      [['x', 'cast', { source_fields: ['no'], properties: { target_type: 'int' } }], 422, /no field called/],
      [['x', 'convertFormattedNumeric', { source_fields: ['id'] }], 422, /is Integral/],
      [
        ['x', 'convertFormattedNumeric', { source_fields: ['firm'], properties: { target_type: 'int' } }],
        422,
        /has no target_type/,
      ],
      [['x', 'customExpression', { properties: {} }], 422, /needs column_expression/],
      [['x', 'customExpression', { properties: { column_expression: 'nowhere + 1' } }], 422, /nowhere/],
      [['x', 'customExpression', { properties: { column_expression: 'id, firm' } }], 422, /comma/],
      [['x', 'customExpression', { properties: { column_expression: '*' } }], 422, /star/],
      [
        ['x', 'customExpression', { properties: { column_expression: 'cast(firm as integer)' } }],
        422,
        /first value/,
      ],
      [['x', 'upperCase', { source_fields: ['firm'] }], 422, /./],
    ]
    const before = await app.rows()
    for (const [given, status, reason] of refused) {
      const answer = await post(...given)
      assert.equal(answer.status, status, JSON.stringify([given, answer.body]))
      const { detail } = answer.body
      assert.match(typeof detail === 'string' ? detail : detail[0].msg, reason)
    }
    assert.equal(await app.rows(), before)
  })

  test('that is made, changed or deleted while its container is profiled is left as people made it', async () => {
    const { database } = app.environment.store
    const other = await app.source({ 'beside.csv': 'id,revenue\n1,$5\n' })
    const beside = (await app.containers(other)).get('beside.csv') ?? 0
    const give = async (name: string, properties: object) =>
      app.ask('POST', '/api/computed-fields', {
        container_id: beside,
        name,
        transformation: 'customExpression',
        properties,
      })
    const doubled = await give('doubled', { column_expression: 'id * 2' })
    const told = await give('told', { column_expression: 'id' })
    const known = { computed_fields: (await computedFieldsOf(database, [beside])).get(beside) ?? [] }
    const found = (await listKnownFields(database, beside)).map((field) => ({ ...field }))
    assert.deepEqual(found.map(({ name }) => name).toSorted(), ['doubled', 'id', 'revenue', 'told'])

    const later = await give('later', { column_expression: 'id + 1' })
    assert.equal(later.status, 201, JSON.stringify(later.body))
    await app.ask('DELETE', `/api/computed-fields/${doubled.body.id}`)
    await app.ask('PUT', `/api/computed-fields/${told.body.id}`, {
      properties: { column_expression: "'one'" },
    })
    await database.transaction().execute((transaction) => keepFoundFields(transaction, beside, known, found))
    assert.deepEqual(
      (await fieldsOf(beside)).map(({ name, type, status }) => [name, type, status]).toSorted(),
      [
        ['id', 'Integral', 'active'],
        ['later', 'Integral', 'active'],
        ['revenue', 'String', 'active'],
        ['told', 'String', 'active'],
      ],
    )
  })

  test('takes another computation, and goes once no check names it', async () => {
    const { id } = await made('changing', 'cast', {
      source_fields: ['id'],
      properties: { target_type: 'string' },
    })
    const change = {
      source_fields: null,
      transformation: 'customExpression',
      properties: { column_expression: 'id > 1' },
    }
    const changed = await app.ask('PUT', `/api/computed-fields/${id}`, change)
    assert.equal(changed.status, 200, JSON.stringify(changed.body))
    const field = (await fieldsOf(container)).find(({ name }) => name === 'changing')
    assert.equal(field?.type, 'Boolean')
    const check = await app.check(source, 'firms.csv', { rule: 'notNull', fields: ['changing'] })
    const remove = () => app.ask('DELETE', `/api/computed-fields/${id}`)
    const refused = await remove()
    assert.equal(refused.status, 409)
    assert.match(refused.body.detail, new RegExp(`\\b${check}\\b`))
    await app.ask('DELETE', `/api/quality-checks/${check}?archive=false`)
    assert.equal((await remove()).status, 204)
    assert.deepEqual(
      (await fieldsOf(container)).filter(({ name }) => name === 'changing'),
      [],
    )
    assert.equal((await remove()).status, 404)
  })

  test('stays over a sync; one whose source is gone leaves its checks without a verdict, and no others', async () => {
    const lost = await app.source({ 'a.csv': 'id,price\n1,-5\n' })
    const lostId = (await app.containers(lost)).get('a.csv') ?? 0
    const { status } = await app.ask('POST', '/api/computed-fields', {
      name: 'cost',
      container_id: lostId,
      transformation: 'cast',
      source_fields: ['price'],
      properties: { target_type: 'double' },
    })
    assert.equal(status, 201)
    await app.ended(await app.trigger(lost, { type: 'sync' }))
    assert.equal((await fieldsOf(lostId)).find(({ name }) => name === 'cost')?.status, 'active')
    const broken = await app.check(lost, 'a.csv', { rule: 'notNegative', fields: ['cost'] })
    const whole = await app.check(lost, 'a.csv', { rule: 'notNull', fields: ['id'] })
    lost.write({ 'a.csv': 'id,prize\n1,-5\n' })
    const scan = await app.scan(lost)
    assert.equal(scan.result, 'success')
    const { body } = await app.ask('GET', `/api/container-scans/${scan.container_scans[0].id}/checks`)
    const results = new Map(
      body.items.map((item: { id: number; assertion_result: string; assertion_details: string }) => [
        item.id,
        [item.assertion_result, item.assertion_details],
      ]),
    )
    assert.equal((results.get(whole) as string[])[0], 'passed')
    const [result, details] = results.get(broken) as string[]
    assert.equal(result, 'unasserted')
    assert.match(details ?? '', /"cost"/)
  })

  test('of masked fields is masked, from its making or from the masking on', async () => {
    await made('firm_upper', 'customExpression', { properties: { column_expression: 'upper(firm)' } })
    const firm = (await fieldsOf(container)).find(({ name }) => name === 'firm')
    await app.ask('PUT', `/api/fields/${firm?.id}`, { status: 'masked' })
    await made('firm_lower', 'customExpression', { properties: { column_expression: 'lower(firm)' } })
    await made('firm_row', 'customExpression', {
      properties: { column_expression: 'cast(rows_of as varchar)' },
    })
    await made('id_half', 'customExpression', { properties: { column_expression: 'id / 2' } })
    const statuses = new Map((await fieldsOf(container)).map(({ name, status }) => [name, status]))
    const of = (name: string) => statuses.get(name)
    assert.deepEqual(
      ['firm_name', 'firm_upper', 'firm_lower', 'firm_row', 'id_half', 'revenue_number'].map(of),
      ['masked', 'masked', 'masked', 'masked', 'active', 'active'],
    )
    await profiled()
    const profiles = await app.ask('GET', `/api/containers/${container}/field-profiles`)
    const anomalies = await app.ask('GET', `/api/anomalies?container=${container}`)
    assert.doesNotMatch(JSON.stringify([profiles.body, anomalies.body]), /initech|holding co/i)
  })

  for (const type of ['postgresql', 'sqlite'] as const)
    test(`of a table of ${type}, and of a computed table, is judged there`, async () => {
      const store = await tableStores[type]?.(app.folder)
      assert.ok(store)
      try {
        await store.run([
          'create table firms (id integer, revenue varchar(20))',
          "insert into firms values (1, '$5'), (2, '(7)'), (3, 'none')",
        ])
        const tables = await datastoreOn(app, type, store)
        await app.ended(await app.trigger(tables, { type: 'sync' }))
        const table = (await app.containers(tables)).get('firms')
        const computed = await app.ask('POST', '/api/containers', {
          container_type: 'computed_table',
          name: 'computed firms',
          datastore_id: tables.datastore_id,
          query: 'select id, revenue from firms where id < 3',
        })
        assert.equal(computed.status, 201, JSON.stringify(computed.body))
        for (const container_id of [table, computed.body.id]) {
          const { status, body } = await app.ask('POST', '/api/computed-fields', {
            name: 'number',
            container_id,
            transformation: 'convertFormattedNumeric',
            source_fields: ['revenue'],
          })
          assert.equal(status, 201, JSON.stringify(body))
        }
        await app.ended(await app.trigger(tables, { type: 'sync' }))
        for (const name of ['firms', 'computed firms'])
          await app.check(tables, name, { rule: 'notNegative', fields: ['number'] })
        await app.check(tables, 'firms', { rule: 'notNull', fields: ['number'] })
        const scan = await app.scan(tables)
        assert.deepEqual([scan.result, scan.status.anomalies_identified], ['success', 3])
      } finally {
        await store.close()
      }
    })
})
