import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { csv, startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

const named = (tags: { name: string }[]) => tags.map(({ name }) => name)

describe('Tags', () => {
  let app: WorkingApp
  let source: Source
  let container = 0
  let field = 0
  let check = 0
  const get = async (path: string) => (await app.ask('GET', `/api${path}`)).body
  const tag = (path: string, tags: string[]) => app.ask('PUT', `/api${path}`, { tags })
  before(async () => {
    app = await startWorkingApp()
    source = await app.source({ 'people.csv': csv(['id', 'age'], [[1, -1]]) })
    container = (await app.containers(source)).get('people.csv') ?? 0
    const { items } = await get(`/fields?container=${container}&name=age`)
    field = items[0].id
    check = await app.check(source, 'people.csv', { rule: 'positive', fields: ['age'] })
    for (const [name, weight_modifier] of Object.entries({
      store: 1,
      table: 2,
      column: 3,
      own: 4,
      cold: -10,
    }))
      await app.ask('POST', '/api/global-tags', { name, weight_modifier })
  })
  after(() => app.close())

  test('come down from a datastore to its containers, fields and checks, and stay where they were put', async () => {
    await tag(`/datastores/${source.datastore_id}`, ['store'])
    await tag(`/containers/${container}`, ['table'])
    await tag(`/fields/${field}`, ['column'])
    await tag(`/quality-checks/${check}`, ['own'])
    const things = [
      await get(`/containers/${container}`),
      await get(`/fields/${field}`),
      await get(`/quality-checks/${check}`),
    ]
    assert.deepEqual(
      things.map(({ global_tags, inherited_tags }) => [named(global_tags), named(inherited_tags)]),
      [
        [['table'], ['store']],
        [['column'], ['store', 'table']],
        [['own'], ['column', 'store', 'table']],
      ],
    )
    assert.equal(things[2].weight, 1 + 9 + 1 + 2 + 3 + 4)
  })

  test('count once in the weight of a check, wherever they stand', async () => {
    await tag(`/quality-checks/${check}`, ['own', 'table', 'store'])
    const { weight, inherited_tags } = await get(`/quality-checks/${check}`)
    assert.deepEqual([weight, named(inherited_tags)], [1 + 9 + 1 + 2 + 3 + 4, ['column']])
  })

  test('of all that an anomaly is about become its own when it is found, and weigh in it', async () => {
    await app.scan(source)
    const { items } = await get(`/anomalies?container=${container}`)
    assert.deepEqual(named(items[0].global_tags), ['column', 'own', 'store', 'table'])
    assert.equal(items[0].weight, 1 + 12 + 1 + 2 + 3 + 4)
    assert.equal((await get(`/quality-checks/${check}`)).weight, 1 + 12 + 1 + 2 + 3 + 4)
    await tag(`/datastores/${source.datastore_id}`, ['cold'])
    await app.scan(source)
    const again = await get(`/anomalies?container=${container}`)
    assert.deepEqual(named(again.items[0].global_tags), ['column', 'own', 'store', 'table'])
    assert.equal(again.items[0].weight, 1 + 12 - 10 + 1 + 2 + 3 + 4)
  })

  test('that are deleted weigh nothing any more', async () => {
    for (const name of ['store', 'table', 'column', 'own', 'cold'])
      await app.ask('DELETE', `/api/global-tags/${name}`)
    const { weight, inherited_tags } = await get(`/quality-checks/${check}`)
    assert.deepEqual([weight, inherited_tags], [1 + 12, []])
  })
})
