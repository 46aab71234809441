import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeRuns, finish } from '../harness/runs.ts'
import type { Source } from '../harness/working-app.ts'

/** Values of a masked field, which computed fields show in capitals, backwards or as they are. */
const canaries = Array.from({ length: 6 }, (_, row) => `q8v-canary-${row}z`)
const forms = canaries.flatMap((text) => [text, text.split('').toReversed().join('')])

describeRuns('values that are computed from masked fields', (app) => {
  const told = new Map<string, string>()
  const note = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const answer = await app.ask(method, path, body)
    told.set(`${method} ${path} ${JSON.stringify(body ?? '').slice(0, 80)}`, JSON.stringify(answer.body))
    return answer
  }
  const seen = () =>
    [...told, ...app.logged.map((line, at) => [`log ${at}`, line] as const)].flatMap(([where, text]) =>
      forms.filter((form) => text.toLowerCase().includes(form)).map((form) => `${where}: ${form}`),
    )

  async function makeComputed(): Promise<{ source: Source; people: number; computed: number }> {
    const source = await app.source({
      'people.csv': `id,secret\n${canaries.map((text, row) => `${row},${text}`).join('\n')}\n`,
    })
    const people = (await app.containers(source)).get('people.csv') ?? 0
    const { body: fields } = await app.ask('GET', `/api/containers/${people}/fields`)
    const secret = fields.find(({ name }: { name: string }) => name === 'secret')
    assert.equal((await app.ask('PUT', `/api/fields/${secret.id}`, { status: 'masked' })).status, 200)
    const field = {
      container_id: people,
      name: 'backwards',
      transformation: 'customExpression',
      properties: { column_expression: 'reverse(upper(secret))' },
    }
    assert.equal((await app.ask('POST', '/api/computed-fields', field)).status, 201)
    const made = await app.ask('POST', '/api/containers', {
      container_type: 'computed_file',
      datastore_id: source.datastore_id,
      source_container_id: people,
      name: 'shown',
      select_clause: 'id, secret as plain, upper(secret) as loud',
    })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    await finish(app)
    return { source, people, computed: made.body.id }
  }

  /** Everything that shows what runs found, of every run, container and anomaly that there is. */
  async function lookAround(containers: readonly number[], checks: readonly number[]): Promise<void> {
    const idsOf = async (path: string): Promise<number[]> =>
      (await note('GET', path)).body.items.map(({ id }: { id: number }) => id)
    for (const id of containers)
      for (const what of ['source-records', 'field-profiles', 'profiles', 'fields'])
        await note('GET', `/api/containers/${id}/${what}`)
    for (const id of checks) {
      await note('GET', `/api/quality-checks/${id}/sql`)
      await note('POST', `/api/quality-checks/${id}/dry-run`, {})
    }
    for (const id of await idsOf('/api/operations?size=100'))
      for (const what of ['', '/logs', '/containers']) await note('GET', `/api/operations/${id}${what}`)
    for (const id of await idsOf('/api/container-scans?size=100'))
      for (const what of ['', '/anomalies', '/source-records', '/statements', '/checks'])
        await note('GET', `/api/container-scans/${id}${what}`)
    for (const id of await idsOf('/api/anomalies?size=100'))
      await note('GET', `/api/anomalies/${id}/source-record`)
    const { body } = await app.ask('GET', '/api/fields?size=100')
    for (const { latest_profile_id: id } of body.items) if (id) await note('GET', `/api/field-profiles/${id}`)
  }

  test('are in no answer, message, dry run or log, nor in those about rows from outside', async () => {
    const { source, people, computed } = await makeComputed()
    const checks = [
      await app.check(source, 'people.csv', {
        rule: 'maxLength',
        fields: ['backwards'],
        properties: { value: 3 },
      }),
      await app.check(source, 'shown', {
        rule: 'matchesPattern',
        fields: ['plain'],
        properties: { pattern: '^x' },
      }),
      await app.check(source, 'shown', {
        rule: 'satisfiesExpression',
        properties: { expression: 'cast(loud as integer) > 0' },
      }),
    ]
    for (const high_count_rollup_threshold of [1, 1000]) {
      await app.trigger(source, { type: 'scan', high_count_rollup_threshold })
      await finish(app)
    }
    await app.trigger(source, { type: 'profile' })
    await finish(app)
    // Rows from outside that fail, and one whose value fits no type.
    const given = canaries.map((secret, id) => ({ id, secret }))
    const scan = await note('POST', `/api/containers/${people}/scan`, { records: JSON.stringify(given) })
    assert.equal(scan.status, 200)
    await finish(app)
    const run = await app.ended(scan.body.id)
    assert.deepEqual([run.result, run.status.records_processed], ['success', canaries.length])
    assert.ok(run.status.anomalies_identified > 0)
    // What a store says of an expression that stumbles over a value.
    for (const select_clause of ['cast(secret as integer) as n', 'error(secret) as n'])
      await note('POST', '/api/containers/validate', {
        container: {
          container_type: 'computed_file',
          datastore_id: source.datastore_id,
          source_container_id: people,
          name: 'broken',
          select_clause,
        },
      })
    await lookAround([people, computed], checks)
    assert.ok(told.size > 30)
    assert.match([...told.values()].join(), /MASKED/)
    assert.deepEqual(seen(), [])
  })
})
