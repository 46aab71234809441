import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { startFlowKeeper } from '../../src/runtime/flow-keeper.ts'
import type { Loop } from '../../src/runtime/loop.ts'
import { tableStores, datastoreOn, type TableStore } from '../harness/table-stores.ts'
import { makeDatastore } from '../harness/factories.ts'
import { startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

/** Twenty values that stand nowhere but in masked fields: texts, numbers and days. */
const texts = Array.from({ length: 8 }, (_, row) => `k7q-canary-${row}z`)
const pins = Array.from({ length: 8 }, (_, row) => 870_411_003 + row * 1009)
const days = Array.from({ length: 4 }, (_, row) => `1911-0${row + 3}-17`)
const canaries = [...texts, ...pins.map(String), ...days, 'k7q-misfit', 'kzq-token']

const maskedNames = ['secret', 'pin', 'born']

/** Numbers but for one value, which a sync proposes to be told as NULL. */
const codes = `id,code\n${Array.from({ length: 40 }, (_, id) => `${id},${id % 4 === 0 ? 'kzq-token' : id}`).join('\n')}\n`

/** Rows with every canary; the rows of the other container differ in each of them but the first. */
const rows = texts.map((text, row) => [row + 1, text, pins[row] ?? 0, days[row % 4] ?? ''] as const)
const otherRows = rows.map(([id, text, pin, born], row) =>
  row === 0 ? ([id, text, pin, born] as const) : ([id, `${text}y`, pin + 1, born] as const),
)
const header = 'id,secret,pin,born'
const csvOf = (given: readonly (readonly (string | number)[])[]) =>
  `${[header, ...given.map((row) => row.join(','))].join('\n')}\n`
const tableOf = (name: string, given: readonly (readonly (string | number)[])[]) => [
  `create table ${name} (id bigint, secret varchar(100), pin bigint, born date)`,
  `insert into ${name} values ${given.map(([id, text, pin, born]) => `(${id}, '${text}', ${pin}, '${born}')`).join(', ')}`,
]

type Given = Parameters<WorkingApp['check']>[2]

/** Checks of every family, most of which fail over the canaries; `other` is the id of the other container. */
function checksOf(other: number): Given[] {
  const of = (rule: string, fields: string[], properties: object = {}, members: object = {}): Given => ({
    rule,
    fields,
    properties,
    ...members,
  })
  const expression = (sql: string, members: object = {}) =>
    of('satisfiesExpression', [], { expression: sql }, members)
  const compared = (sql: string, ref_expression: string) =>
    of('aggregationComparison', [], {
      expression: sql,
      comparison: 'lt',
      ref_container_id: other,
      ref_expression,
    })
  return [
    of('maxLength', ['secret'], { value: 3 }),
    of('maxLength', ['secret'], { value: 4 }, { coverage: 0.5 }),
    of('matchesPattern', ['secret'], { pattern: '^x' }),
    of('expectedValues', ['secret'], { list: ['x'] }),
    of('expectedValues', ['pin'], { list: [1] }),
    of('between', ['pin'], { min: 0, max: 9, inclusive_min: true, inclusive_max: true }),
    of('maxValue', ['pin'], { value: 9 }, { filter: 'pin > 3' }),
    of('notNegative', ['id'], {}, { filter: 'pin < 0' }),
    of('beforeDateTime', ['born'], { datetime: '1900-01-01T00:00:00Z' }),
    of('timeDistributionSize', ['born'], { interval_name: 'Daily', min_size: 9 }),
    of('unique', ['born']),
    of('distinctCount', ['pin'], { value: 1 }),
    of('requiredValues', ['secret'], { list: ['x'] }),
    of('sum', ['pin'], { value: 1 }, { filter: 'id = 1' }),
    of('metric', ['pin'], { comparison: 'Absolute Value', max: 1 }, { filter: 'id = 2' }),
    of('metric', ['pin'], { comparison: 'Absolute Value', max: 1 }, { filter: 'id < 3' }),
    of('existsIn', ['secret'], { ref_container_id: other, field_name: 'secret' }),
    of('notExistsIn', ['pin'], { ref_container_id: other, field_name: 'pin' }),
    of('dataDiff', ['secret', 'pin', 'born'], { ref_container_id: other, id_field_names: ['id'] }),
    of('dataDiff', ['id', 'secret', 'pin'], { ref_container_id: other }),
    compared('max(pin)', 'min(pin)'),
    compared('max(id)', '0 * min(pin) - 1'),
    of('entityResolution', [], {
      distinct_field_name: 'secret',
      target_fields: [{ field_name: 'born', match_type: 'exact' }],
    }),
    expression('pin < 0'),
    expression('cast(secret as integer) > 0'),
    expression(`case when id > 0 then cast(secret as integer) end = 1`),
    of('minPartitionSize', [], { value: 99 }),
    of('volumetric', [], { comparison: 'Absolute Value', min: 99 }),
    of('fieldCount', [], { value: 99 }),
  ]
}

/** The tables that hold the ids of a path's noun. */
const idsOf: Record<string, string> = {
  anomalies: 'select id from anomalies',
  'quality-checks': 'select id from quality_checks',
  'quality-check-templates': 'select id from check_templates',
  connections: 'select id from connections',
  'container-scans': `select id from operation_containers where kind = 'scan'`,
  containers: 'select id from containers',
  datastores: 'select id from datastores',
  fields: 'select id from fields',
  'field-profiles': 'select id from field_profiles',
  operations: 'select id from operations',
  schedule: 'select id from operation_schedules',
  flows: 'select id from flows where deleted_at is null',
  executions: 'select id from flow_executions order by id desc limit 30',
  teams: 'select id from teams',
  users: 'select id from users',
}

describe('values of masked fields', () => {
  let app: WorkingApp
  let store: TableStore
  let keeper: Loop
  before(async () => {
    app = await startWorkingApp()
    keeper = startFlowKeeper(app.environment, { lease_seconds: 10, messages_per_minute: null })
    store = await (tableStores['postgresql'] ?? assert.fail('there is a PostgreSQL'))(app.folder)
  })
  after(async () => {
    await keeper.stop()
    await app.close()
    await store.close()
  })

  /** A flow for each trigger that puts all that it can tell into the inbox. */
  const tellOfEverything = async (): Promise<void> => {
    const { body } = await app.ask('GET', '/api/flows/actions/notification/tokens')
    for (const { trigger_type, valid_message_tokens } of body) {
      if (trigger_type === 'anomaly_archive' || trigger_type === 'anomaly_delete') continue
      const tokenized_message = valid_message_tokens.join(' ')
      const actions = [{ type: 'notification', notification_type: 'InApp', tokenized_message }]
      const made = await app.ask('POST', '/api/flows', {
        name: 'Tell',
        trigger_type,
        burst_limit: 3,
        actions,
      })
      assert.equal(made.status, 201, JSON.stringify(made.body))
    }
  }
  /** Waits until the flows have told all that has happened. */
  const allTold = async (): Promise<void> => {
    for (;;) {
      const { rows: left } = await app.environment.store.pool.query<{ is_left: boolean }>(
        'select exists (select from flow_events) or exists (select from flow_executions where end_time is null) as is_left',
      )
      if (left[0]?.is_left !== true) return
      await delay(20)
    }
  }
  const mask = async (source: Source): Promise<void> => {
    const { body } = await app.ask('GET', `/api/fields?size=100&datastore=${source.datastore_id}`)
    const fields: { id: number; name: string }[] = body.items
    const changes = fields
      .filter(({ name }) => [...maskedNames, 'code'].includes(name))
      .map(({ id }) => ({ id, status: 'masked' }))
    assert.ok(changes.length >= 2 * maskedNames.length)
    assert.equal((await app.ask('PATCH', '/api/fields', changes)).status, 200)
  }
  const addChecks = async (source: Source, container: string, other: string): Promise<void> => {
    const id = (await app.containers(source)).get(other) ?? 0
    const made: number[] = []
    for (const check of checksOf(id)) made.push(await app.check(source, container, check))
    const changed = await app.ask('PUT', `/api/quality-checks/${made[0]}`, {
      anomaly_message_field: 'secret',
    })
    assert.equal(changed.status, 200, JSON.stringify(changed.body))
  }
  const scanBothWays = async (source: Source): Promise<void> => {
    await app.scan(source, { high_count_rollup_threshold: 1000 })
    await app.scan(source, { high_count_rollup_threshold: 1 })
    await app.scan(source, { high_count_rollup_threshold: 1000 })
    const profiled = await app.ended(await app.trigger(source, { type: 'profile' }))
    assert.equal(profiled.result, 'success', profiled.message)
    await promoteBothWays(source)
  }

  /** Has the results of the source written into a folder, where they stay as they were written. */
  const enrich = async ({ datastore_id }: Source): Promise<void> => {
    const id = await makeDatastore(app, {}, { enrichment_only: true })
    const { status } = await app.ask('PATCH', `/api/datastores/${datastore_id}/enrichment/${id}`)
    assert.equal(status, 200)
  }

  /** From each container of the source into the other one, once as drafts: what does not fit there is told. */
  const promoteBothWays = async (source: Source): Promise<void> => {
    const ids = [...(await app.containers(source)).values()].slice(0, 2)
    const properties = { column_expression: 'secret' }
    const made = { name: 'also', container_id: ids[0], transformation: 'customExpression', properties }
    await app.ask('POST', '/api/computed-fields', made)
    for (const [index, container_id] of ids.entries()) {
      const destination_container_id = ids[1 - index]
      const checks = {
        type: 'promote_quality_check',
        container_id,
        destination_container_id,
        as_draft: index > 0,
      }
      assert.notEqual((await app.ended(await app.trigger(source, checks))).result, 'aborted')
      const fields = { type: 'promote_computed_field', container_id, destination_container_id }
      assert.notEqual((await app.ended(await app.trigger(source, fields))).result, 'aborted')
    }
  }

  /** Every answer of every GET endpoint of the document, for every resource that there is, by its path; `isWhole`: none is missed; `only`: those. */
  const answers = async (isWhole = true, only = /./): Promise<Map<string, string>> => {
    const { body } = await app.ask('GET', '/api/openapi.json')
    const all = Object.entries(body.paths as Record<string, { get?: { parameters?: { name: string }[] } }>)
    const paths = all.flatMap(([path, { get }]) => (get && only.test(path) ? path : []))
    const isPaged = (path: string) =>
      all.some(([one, { get }]) => one === path && get?.parameters?.some(({ name }) => name === 'size'))
    const told = new Map<string, string>()
    for (const path of paths) {
      for (const filled of await filledIn(path)) {
        const size = isPaged(path) ? `${filled.includes('?') ? '&' : '?'}size=100` : ''
        const { status, body: answer } = await app.ask('GET', `${filled}${size}`)
        assert.ok(status < 300 || status === 404 || status === 409, `${filled}: ${status}`)
        if (status < 300) told.set(filled, typeof answer === 'string' ? answer : JSON.stringify(answer))
      }
    }
    const missing = paths.filter((path) => {
      const shape = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/?]+')}(\\?|$)`)
      return ![...told.keys()].some((answered) => shape.test(answered))
    })
    const unasked = [
      '/api/config-applies/{id}',
      '/api/connections/{id}/catalogs',
      '/api/connections/{id}/schemas',
      '/api/operations/schedule/{id}',
    ]
    if (isWhole) assert.deepEqual(missing.toSorted(), unasked)
    return told
  }
  const filledIn = async (path: string): Promise<string[]> => {
    if (path.endsWith('/schedule/{id}') || path.endsWith('{name}')) return []
    if (path.endsWith('/field-profiles/compare')) {
      const { rows: pairs } = await app.environment.store.pool.query<{ left: number; right: number }>(
        `select lag(id) over (order by id) as left, id as right from field_profiles order by id desc limit 30`,
      )
      return pairs.flatMap(({ left, right }) => (left === null ? [] : `${path}?left=${left}&right=${right}`))
    }
    if (path.endsWith('/datastores/{id}/source-records')) {
      const { body } = await app.ask('GET', '/api/datastores?size=100&enrichment_only=true')
      const tables: string[] = []
      for (const { id } of body.items) {
        const { body: listed } = await app.ask('GET', `/api/datastores/${id}/listing`)
        for (const { name } of listed) tables.push(`/api/datastores/${id}/source-records?path=${name}`)
      }
      return tables
    }
    // Names of databases and schemas, which are asked of the sources themselves.
    if (/\/connections\/\{id\}\/(?:catalogs|schemas)$/.test(path)) return []
    // A stream that waits for what happens next does not end.
    if (path === '/api/events') return [`${path}?wait=false`]
    if (path === '/api/search') return ['a', 'e', '1'].map((word) => `${path}?q=${word}`)
    if (!path.includes('{id}')) return [path]
    const noun = path.split('/').at(path.split('/').indexOf('{id}') - 1) ?? ''
    const { rows: found } = await app.environment.store.pool.query<{ id: number }>(idsOf[noun] ?? '')
    return found.map(({ id }) => path.replace('{id}', String(id)))
  }

  /** The answer of a dry run of every check, by its path. */
  const dryRuns = async (): Promise<Map<string, string>> => {
    const { rows: checks } = await app.environment.store.pool.query<{ id: number }>(
      'select id from quality_checks',
    )
    const told = new Map<string, string>()
    for (const { id } of checks) {
      const path = `/api/quality-checks/${id}/dry-run`
      told.set(path, JSON.stringify((await app.ask('POST', path, {})).body))
    }
    return told
  }

  /** The canaries that each text contains. */
  const seenIn = (told: Iterable<readonly [string, string]>): string[] =>
    [...told].flatMap(([where, text]) =>
      canaries
        .filter((canary) => text.includes(canary))
        .map(
          (canary) =>
            `${where}: ${canary} in ${text.slice(Math.max(0, text.indexOf(canary) - 150), text.indexOf(canary) + 60)}`,
        ),
    )

  test('are in no answer, log, audit entry or event, whether masked before the scans or after them', async () => {
    const files = await app.source({
      'people.csv': csvOf(rows),
      'others.csv': csvOf(otherRows),
      'codes.csv': codes,
    })
    const proposals = async () => seenIn(await answers(false)).filter((seen) => seen.includes('kzq-token'))
    assert.notDeepEqual(await proposals(), [])
    const template = { description: 'A name', rule: 'notNull' }
    assert.equal((await app.ask('POST', '/api/quality-check-templates', template)).status, 201)
    await tellOfEverything()
    await addChecks(files, 'people.csv', 'others.csv')
    await mask(files)
    await scanBothWays(files)

    await store.run([...tableOf('people', rows), ...tableOf('others', otherRows)])
    const database = await datastoreOn(app, 'postgresql', store)
    await app.ended(await app.trigger(database, { type: 'sync' }))
    await addChecks(database, 'people', 'others')
    await enrich(database)
    await scanBothWays(database)
    await app.ended(await app.trigger(database, { type: 'materialize' }))
    await app.ended(await app.trigger(database, { type: 'export', asset_type: 'profiles' }))
    await allTold()
    const seen = seenIn(await answers(false, /\/(?:anomalies|quality-checks|notifications)$/))
    assert.ok(seen.length > 10, 'the checks name values as long as nothing is masked')
    assert.ok(
      seen.some((one) => one.startsWith('/api/notifications')),
      'and so do messages of flows',
    )
    await mask(database)
    await scanBothWays(database)

    // A value that fits no more, at a sync and at a scan.
    files.write({ 'people.csv': csvOf([...rows, [9, 'plain', 'k7q-misfit', '1911-03-17']]) })
    await app.scan(files)
    await app.ended(await app.trigger(files, { type: 'sync' }))
    await app.scan(files)

    await allTold()
    assert.deepEqual(seenIn(await answers()), [])
    const tried = await dryRuns()
    assert.match([...tried.values()].join(), /MASKED/)
    assert.deepEqual(seenIn(tried), [])
    assert.deepEqual(seenIn(app.logged.map((line, at) => [`log ${at}`, line] as const)), [])
  })

  test('are shown to an Editor who reveals them, which the audit log tells without them', async () => {
    const { body } = await app.ask('GET', '/api/anomalies?size=1&anomaly_type=record')
    const { id } = body.items[0]
    const revealed = await app.ask('GET', `/api/anomalies/${id}/source-record?include_masked=true`)
    assert.match(JSON.stringify(revealed.body), /k7q-canary/)
    const audit = await app.ask('GET', '/api/audit-logs/masking')
    assert.deepEqual(audit.body.items[0].masked_field_names, [...maskedNames, 'also'])
    assert.deepEqual(seenIn([['audit', JSON.stringify(audit.body)]]), [])
  })
})
