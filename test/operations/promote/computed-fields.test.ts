import assert from 'node:assert/strict'
import { test } from 'node:test'
import { carried, placeOf, type Place } from '../../harness/promotions.ts'
import { assertRunInvariants } from '../../harness/run-invariants.ts'
import { describeRuns, finish } from '../../harness/runs.ts'
import type { Body } from '../../harness/scan-rounds.ts'

const told = ({ results }: Body) =>
  results.map((item: Body) => [item.source_entity?.name, item.result, item.message])
const counts = ({ status }: Body) => [status.created, status.updated, status.skipped, status.failed]

describeRuns('A promotion of computed fields', (app) => {
  const ends = async (there = 'ID,Amount,note\n1,20,x\n') => {
    const source = await app.source({ 'a.csv': 'id,amount,note\n1,20,x\n2,5,y\n' })
    const from = await placeOf(app, source, 'a.csv')
    const to = await placeOf(app, await app.source({ 'b.csv': there }), 'b.csv')
    return { from, to }
  }
  const make = async (place: Place, name: string, members: object): Promise<number> => {
    const { status, body } = await app.ask('POST', '/api/computed-fields', {
      container_id: place.container_id,
      name,
      ...members,
    })
    assert.equal(status, 201, JSON.stringify(body))
    return body.id
  }
  const expression = (column_expression: string) => ({
    transformation: 'customExpression',
    properties: { column_expression },
  })
  const asText = { transformation: 'cast', source_fields: ['amount'], properties: { target_type: 'string' } }
  const promote = (from: Place, to: Place, members: object = {}) =>
    carried(app, {
      type: 'promote_computed_field',
      datastore_id: from.datastore_id,
      container_id: from.container_id,
      destination_container_id: to.container_id,
      ...members,
    })
  const computedOf = async ({ container_id }: Place): Promise<Body[]> =>
    (await app.ask('GET', `/api/containers/${container_id}`)).body.computed_fields
  const fieldOf = async ({ container_id }: Place, name: string): Promise<Body> => {
    const path = `/api/fields?container=${container_id}&name=${name}&status=active&status=masked&status=missing`
    return (await app.ask('GET', path)).body.items[0]
  }

  test('makes them with the names of the destination, and done twice skips everything', async () => {
    const { from, to } = await ends()
    const text = await make(from, 'text', { ...asText, additional_metadata: { for: 'sales' } })
    await make(from, 'twice', expression('amount * 2'))
    const field = await fieldOf(from, 'text')
    await app.ask('PUT', `/api/fields/${field.id}`, { description: 'As text', tags: ['gold'] })
    const plan = await promote(from, to, { dry_run: true, computed_field_additional_tags: ['moved'] })
    assert.deepEqual(await computedOf(to), [])
    const run = await promote(from, to, { computed_field_additional_tags: ['moved'] })
    assert.deepEqual(
      [run.type, run.promote_type, run.result, run.message, run.destination_container.id],
      ['promote', 'computed_field', 'success', null, to.container_id],
    )
    assert.deepEqual(counts(run), [2, 0, 0, 0])
    assert.deepEqual(counts(plan), counts(run))
    const [made, twice] = await computedOf(to)
    assert.deepEqual(
      [made.name, made.transformation, made.source_fields, made.properties, made.additional_metadata],
      ['text', 'cast', ['Amount'], { target_type: 'string' }, { for: 'sales' }],
    )
    assert.equal(twice.properties.column_expression, 'amount * 2')
    assert.deepEqual(run.results[0], {
      source_entity_id: text,
      source_entity: { id: text, name: 'text', transformation: 'cast' },
      entity_type: 'computed_field',
      result: 'created',
      destination_entity_id: made.id,
      destination_entity: { id: made.id, name: 'text', transformation: 'cast' },
      message: null,
      changes: [],
    })
    const there = await fieldOf(to, 'text')
    assert.deepEqual(
      [there.description, there.global_tags.map(({ name }: Body) => name)],
      ['As text', ['gold', 'moved']],
    )
    assert.deepEqual(counts(await promote(from, to)), [0, 0, 2, 0])
    assert.deepEqual(counts(await promote(from, to, { dry_run: true })), [0, 0, 2, 0])
    await assertRunInvariants(app)
  })

  test('follows a field that was changed or renamed since, member by member', async () => {
    const { from, to } = await ends()
    const id = await make(from, 'text', asText)
    await promote(from, to)
    await app.ask('PUT', `/api/computed-fields/${id}`, {
      name: 'whole',
      properties: { target_type: 'integer' },
    })
    const plan = await promote(from, to, { dry_run: true })
    const run = await promote(from, to)
    assert.deepEqual(run.results[0].changes, [
      { member: 'name', from: 'text', to: 'whole' },
      { member: 'properties', from: { target_type: 'string' }, to: { target_type: 'integer' } },
    ])
    assert.deepEqual(plan.results[0].changes, run.results[0].changes)
    assert.deepEqual(
      (await computedOf(to)).map(({ name }) => name),
      ['whole'],
    )
    assert.equal((await fieldOf(to, 'whole')).type, 'Integral')
    // A check that names it bars the next name, and nothing else of it is changed then.
    await app.ask('POST', '/api/quality-checks', {
      container_id: to.container_id,
      rule: 'notNull',
      fields: ['whole'],
      description: 'there',
    })
    await app.ask('PUT', `/api/computed-fields/${id}`, { name: 'other' })
    const barred = await promote(from, to)
    assert.equal(barred.result, 'failure')
    assert.match(
      barred.results[0].message,
      /"whole" .* is to be called "other", and is named by the quality check/,
    )
    assert.deepEqual(
      (await computedOf(to)).map(({ name }) => name),
      ['whole'],
    )
  })

  test('fails for what the destination lacks, refuses, or calls so already, and takes one of the same name', async () => {
    const { from, to } = await ends('id,kept\n1,x\n')
    await make(from, 'text', asText)
    await make(from, 'kept', expression('id + 1'))
    await make(from, 'wrong', expression('amount + 1'))
    await make(from, 'Same', expression('id + 2'))
    const there = await make(to, 'same', expression('id + 3'))
    const run = await promote(from, to)
    const [text, kept, wrong, same] = run.results
    assert.deepEqual([text.result, text.message], ['failed', '"b.csv" has no field called "amount".'])
    assert.equal(
      kept.message,
      'The destination has a field called "kept" that is not computed, which no computed field takes the place of.',
    )
    assert.match(wrong.message, /^The destination refuses it: .*amount/)
    assert.deepEqual([same.result, same.destination_entity_id], ['updated', there])
    assert.deepEqual(run.message, '3 of 4 failed; the results say why of each.')
    assert.deepEqual(
      (await computedOf(to)).map(({ name, properties }) => [name, properties.column_expression]),
      [['same', 'id + 2']],
    )
    // One that was deleted at the destination is made anew.
    await app.ask('DELETE', `/api/computed-fields/${there}`)
    const again = await promote(from, to)
    assert.deepEqual(
      told(again).map(([name, result]: string[]) => [name, result]),
      [
        ['text', 'failed'],
        ['kept', 'failed'],
        ['wrong', 'failed'],
        ['Same', 'created'],
      ],
    )
  })

  test('takes those of ids, or those with a tag', async () => {
    const { from, to } = await ends()
    const first = await make(from, 'first', expression('1'))
    await make(from, 'second', expression('2'))
    const field = await fieldOf(from, 'second')
    await app.ask('PUT', `/api/fields/${field.id}`, { tags: ['gold'] })
    const names = async (members: object) =>
      told(await promote(from, to, { dry_run: true, ...members })).map(([name]: string[]) => name)
    assert.deepEqual(await names({ computed_field_ids: [first] }), ['first'])
    assert.deepEqual(await names({ computed_field_tags: ['gold', 'none'] }), ['second'])
    assert.deepEqual(await names({ computed_field_tags: ['none'] }), [])
    assert.deepEqual(await names({ computed_field_ids: [], computed_field_tags: [] }), ['first', 'second'])
  })

  test('exchanges the names of two, as the source did', async () => {
    const { from, to } = await ends()
    const ids = [await make(from, 'one', expression('1')), await make(from, 'two', expression('2'))]
    await promote(from, to)
    for (const [name, id] of [
      ['other', ids[0]],
      ['one', ids[1]],
    ] as const)
      assert.equal((await app.ask('PUT', `/api/computed-fields/${id}`, { name })).status, 200)
    assert.deepEqual(counts(await promote(from, to)), [0, 2, 0, 0])
    assert.deepEqual(
      (await computedOf(to)).map(({ name, properties }) => [name, properties.column_expression]),
      [
        ['other', '1'],
        ['one', '2'],
      ],
    )
  })

  test('keeps a field masked that is masked at the source or reads a masked field of the destination', async () => {
    const { from, to } = await ends('id,amount,note\n1,20,secret\n')
    await make(from, 'hidden', expression("note || '!'"))
    await make(from, 'shouted', expression('upper(note)'))
    await make(from, 'open', expression('id + 1'))
    const mask = async (place: Place, name: string, status = 'masked') =>
      app.ask('PUT', `/api/fields/${(await fieldOf(place, name)).id}`, { status })
    await mask(from, 'hidden')
    await promote(from, to, { computed_field_tags: null })
    const states = async () =>
      Promise.all(['hidden', 'shouted', 'open'].map(async (name) => (await fieldOf(to, name)).status))
    assert.deepEqual(await states(), ['masked', 'active', 'active'])
    for (const { id } of await computedOf(to)) await app.ask('DELETE', `/api/computed-fields/${id}`)
    await mask(to, 'note')
    await promote(from, to)
    assert.deepEqual(await states(), ['masked', 'masked', 'active'])
    // A person who shows it again is not overruled as long as it stays what it is.
    await mask(to, 'hidden', 'active')
    assert.deepEqual(counts(await promote(from, to)), [0, 0, 3, 0])
    assert.equal((await states())[0], 'active')
  })

  test('keeps what it did when it is aborted, and does the rest when it is resumed', async () => {
    const { from, to } = await ends()
    for (let number = 0; number < 12; number++) await make(from, `f${number}`, expression(String(number)))
    const { body } = await app.ask('POST', '/api/operations/run', {
      type: 'promote_computed_field',
      datastore_id: from.datastore_id,
      container_id: from.container_id,
      destination_container_id: to.container_id,
    })
    assert.deepEqual([await app.step(), await app.step()], ['plan', 'batch'])
    const aborted = (await app.ask('PUT', `/api/operations/abort/${body.id}`)).body
    assert.deepEqual([aborted.result, counts(aborted)], ['aborted', [10, 0, 0, 0]])
    assert.equal(await app.step(), null)
    await app.ask('PUT', `/api/operations/run/${body.id}`)
    await finish(app)
    const resumed = await app.ended(body.id)
    assert.deepEqual([resumed.result, counts(resumed)], ['success', [12, 0, 0, 0]])
    assert.equal((await computedOf(to)).length, 12)
    await assertRunInvariants(app)
  })
})
