import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { describeContract } from '../../harness/contract.ts'
import { makeAnomaly, makeCheck, makePeople } from '../../harness/factories.ts'

describeContract('GET of the facets of a list', (app) => {
  let [datastore, container, foreign, check] = [0, 0, 0, 0]
  before(async () => {
    ;({ datastore, container } = await makePeople(app))
    const other = await makePeople(app)
    foreign = other.datastore
    check = await makeCheck(app, container, { tags: ['kept'] })
    const between = await makeCheck(app, container, {
      rule: 'between',
      fields: ['age'],
      properties: { min: 1, max: 2 },
      tags: ['kept', 'odd'],
    })
    const draft = await makeCheck(app, other.container, { status: 'Draft' })
    await app.ask('DELETE', `/api/quality-checks/${await makeCheck(app, container, { fields: ['age'] })}`)
    const anomalies = [
      await makeAnomaly(app, container, [check, between]),
      await makeAnomaly(app, container, [between]),
      await makeAnomaly(app, other.container, [draft]),
    ]
    const { body: me } = await app.ask('GET', '/api/users/me')
    await app.ask('PUT', `/api/anomalies/${anomalies[0]}`, { assignee_ids: [me.id], tags: ['kept'] })
    await app.ask('DELETE', `/api/anomalies/${anomalies[1]}?status=Invalid`)
    await app.ask('PATCH', '/api/containers', [{ id: container, tags: ['odd'] }])
    const { body: run } = await app.ask('POST', '/api/operations/run', {
      type: 'scan',
      datastore_id: datastore,
    })
    await app.ask('PUT', `/api/operations/abort/${run.id}`)
    await app.ask('POST', '/api/operations/run', { type: 'sync', datastore_id: foreign })
  })

  const counted = async (path: string, query = '') => {
    const { status, body } = await app.ask('GET', `/api/${path}/facets?${query}`)
    assert.equal(status, 200, JSON.stringify(body))
    return body as Record<string, { value: string; label: string; count: number }[]>
  }
  const total = async (path: string, query: string) =>
    (await app.ask('GET', `/api/${path}?size=1&${query}`)).body.total as number

  for (const [path, filters] of [
    [
      'anomalies',
      ['', 'status=Active', 'tag=kept', 'archived=include', 'archived=only', 'rule_type=between'],
    ],
    [
      'quality-checks',
      ['', 'rule_type=between', 'tag=odd&tag=kept', 'has_open_anomalies=true', 'archived=only'],
    ],
    ['operations', ['', 'result=aborted', 'operation_type=scan']],
    ['container-scans', ['']],
    ['containers', ['', 'search=people', 'tag=odd']],
  ] as const) {
    test(`each count of ${path} is what the list has with that value in the place of its own filter`, async () => {
      for (const filter of filters) {
        const facets = await counted(path, filter)
        assert.ok(Object.keys(facets).length > 2, 'all facets are told')
        for (const [name, values] of Object.entries(facets)) {
          const others = filter.split('&').filter((member) => !member.startsWith(`${name}=`))
          for (const { value, count } of values) {
            const query = [...others, `${name}=${encodeURIComponent(value)}`].join('&')
            assert.equal(await total(path, query), count, `${path}: ${query}`)
          }
        }
      }
    })
  }

  test('only those that are asked for, with the words of people, and nothing of what the caller does not see', async () => {
    const all = await counted('anomalies', 'facet=datastore&facet=assignee&archived=include')
    assert.deepEqual(Object.keys(all), ['datastore', 'assignee'])
    assert.deepEqual(
      all['assignee']?.map(({ label, count }) => [label, count]),
      [
        ['none', 2],
        ['admin-1', 1],
      ],
    )
    const nameOf = async (id: number) => (await app.ask('GET', `/api/datastores/${id}`)).body.name as string
    const byCheck = await counted('anomalies', 'facet=quality_check&archived=include')
    assert.deepEqual(
      byCheck['quality_check']?.find(({ value }) => value === String(check)),
      {
        value: String(check),
        label: `Everybody has a name · people.csv · ${await nameOf(datastore)}`,
        count: 1,
      },
      'many tables have a check of the same words, and many datastores such a table',
    )
    const byContainer = await counted('anomalies', 'facet=container&archived=include')
    assert.deepEqual(
      new Set(byContainer['container']?.map(({ label }) => label)),
      new Set([`people.csv · ${await nameOf(datastore)}`, `people.csv · ${await nameOf(foreign)}`]),
      'many datastores have a table of the same name',
    )
    const alone = await counted('anomalies', `facet=container&archived=include&datastore=${datastore}`)
    assert.deepEqual(
      alone['container']?.map(({ label }) => label),
      ['people.csv'],
      'nothing is to be told apart',
    )
    const member = await app.user('Member', { Reporter: [datastore] })
    for (const path of ['anomalies', 'quality-checks', 'operations', 'container-scans', 'containers']) {
      const { body } = await app.ask('GET', `/api/${path}/facets?facet=datastore`, undefined, member)
      const ids = body.datastore.map(({ value }: { value: string }) => Number(value))
      assert.ok(!ids.includes(foreign), path)
    }
    assert.equal((await app.ask('GET', '/api/anomalies/facets?facet=nothing')).status, 422)
  })
})
