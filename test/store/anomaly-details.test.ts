import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  array,
  assert as assertProperty,
  asyncProperty,
  boolean,
  constantFrom,
  nat,
  record,
  subarray,
  type Arbitrary,
} from 'fast-check'
import { anomalyStatuses, openAnomalyStatuses } from '../../src/model/anomaly.ts'
import { anomalyRows } from '../../src/store/anomaly-details.ts'
import { freshDatabase, type TestDatabase } from '../harness/database.ts'

/** Names that are no safe part of JSON text, and one that no field has. */
const fieldNames = ['amount', 'a "name"\\', '__proto__', 'gone'] as const
const people = [
  { user_name: 'ada', name: 'Ada "L"', email: 'ada@example.org', deleted: false },
  { user_name: 'bob', name: null, email: null, deleted: true },
  { user_name: 'eve', name: 'Eve\nE', email: null, deleted: false },
] as const
const tagsOf = [
  { name: 'alpha', color: '#ff0000', category: 'a', description: 'First', weight_modifier: -3 },
  { name: 'beta', color: null, category: null, description: null, weight_modifier: 10 },
] as const
const texts = ['Is null', 'Says "no"\\', 'Größe\t€ 🙂\n', ''] as const
const mostComments = 2

const places = (things: readonly unknown[]): Arbitrary<number[]> => subarray([...things.keys()])
const text = constantFrom(...texts)

const checkArbitrary = record({
  container: nat({ max: 1 }),
  rule_type: constantFrom('notNull', 'between'),
  description: text,
  fields: subarray([...fieldNames]),
  filter: constantFrom(null, 'amount > 0'),
  coverage: constantFrom(0, 0.1, 1),
  properties: constantFrom(
    {},
    { value: 1.5, text: 'a "b"' },
    { list: ['a', null, 12345678901], deep: { min: -1e-7 } },
  ),
  status: constantFrom('Active', 'Draft', 'Archived', 'Discarded'),
  inferred: boolean(),
})
type Check = typeof checkArbitrary extends Arbitrary<infer Drawn> ? Drawn : never

const mostChecks = 4
const someChecks = places(Array.from({ length: mostChecks }))
const anomalyArbitrary = record({
  container: nat({ max: 1 }),
  status: constantFrom(...anomalyStatuses),
  description: constantFrom(null, ...texts),
  failed: someChecks,
  message: text,
  absorbed: someChecks,
  /** The check that it is the shape anomaly of. */
  shape_of: constantFrom(null, 0, 1, 2, 3),
  tags: places(tagsOf),
  assignees: places(people),
  tickets: array(text, { maxLength: 2 }),
  comments: array(record({ by: nat({ max: people.length - 1 }), message: text }), { maxLength: 4 }),
  partition: boolean(),
})
type Anomaly = typeof anomalyArbitrary extends Arbitrary<infer Drawn> ? Drawn : never

/** An anomaly with its keys in the state; those of its tickets and comments are in the order in which they were written. */
interface Written extends Anomaly {
  id: number
  identity: string
  ticket_ids: number[]
  comment_ids: number[]
}

const instant = '2026-01-31T12:00:00.123Z'

describe('what is shown around anomalies', () => {
  let given: TestDatabase
  const ids: Record<string, number[]> = {}
  before(async () => {
    given = await freshDatabase()
    ids['connections'] = [await write('connections', { name: 'files', type: 'local' })]
    const connection_id = idOf('connections', 0)
    const datastore_id = await write('datastores', {
      name: 'files',
      connection_id,
      root_path: '/nowhere',
      enrichment_prefix: '_files',
    })
    ids['datastores'] = [datastore_id]
    const operation_id = await write('operations', {
      type: 'scan',
      trigger_type: 'scan',
      datastore_id,
      payload: '{}',
      status: '{}',
      triggered_by: 'ada',
    })
    for (const name of ['orders.csv', 'people.csv']) {
      const container_id = await write('containers', { datastore_id, name, container_type: 'file' })
      add('containers', container_id)
      for (const [ordinal, field] of fieldNames.slice(0, -1).entries())
        add(
          'fields',
          await write('fields', { container_id, name: field, type: 'String', native_type: 'text', ordinal }),
        )
      const scan = await write('operation_containers', {
        operation_id,
        kind: 'scan',
        datastore_id,
        container_id,
      })
      add('scans', scan)
      add(
        'partitions',
        await write('partition_scans', {
          container_scan_id: scan,
          partition_name: `${name} 1`,
          start_time: instant,
        }),
      )
    }
    for (const { deleted, ...person } of people)
      add('users', await write('users', { ...person, role: 'Member', deleted_at: deleted ? instant : null }))
    for (const tag of tagsOf) add('tags', await write('global_tags', tag))
  })
  after(() => given.close())

  const add = (kind: string, id: number) => (ids[kind] ??= []).push(id)
  const idOf = (kind: string, place: number): number => ids[kind]?.[place] ?? assert.fail(`${kind} ${place}`)

  /** Writes a row and returns its id, 0 for a table without one. */
  const write = async (table: string, row: object): Promise<number> => {
    const names = Object.keys(row)
    const { rows } = await given.store.pool.query<{ id?: number }>(
      `insert into ${table} (${names.join(', ')}) values (${names.map((_, place) => `$${place + 1}`).join(', ')}) returning *`,
      Object.values(row),
    )
    return rows[0]?.id ?? 0
  }

  const writeCheck = ({ container, ...check }: Check, place: number): Promise<number> =>
    write('quality_checks', {
      ...check,
      properties: JSON.stringify(check.properties),
      container_id: idOf('containers', container),
      definition_key: String(place),
      created_by: 'ada',
      last_editor: 'ada',
    })

  /** What failed, was absorbed or is tagged is written from the last to the first: no order may come from there. */
  const writeAnomaly = async (
    anomaly: Anomaly,
    identity: string,
    checks: readonly number[],
  ): Promise<Written> => {
    const { container, status, description, message, partition } = anomaly
    const id = await write('anomalies', {
      datastore_id: idOf('datastores', 0),
      container_id: idOf('containers', container),
      type: anomaly.shape_of === null ? 'record' : 'shape',
      status,
      description,
      message,
      identity,
      fingerprint: 7,
      container_scan_id: idOf('scans', container),
      partition_scan_id: partition ? idOf('partitions', container) : null,
      created: instant,
      last_detected: instant,
    })
    const those = (table: string, column: string, of: readonly number[], more: object = {}) =>
      Promise.all(of.toReversed().map((key) => write(table, { anomaly_id: id, [column]: key, ...more })))
    const known = (of: readonly number[]) => of.flatMap((place) => checks[place] ?? [])
    await those('anomaly_failed_checks', 'quality_check_id', known(anomaly.failed), { message })
    await those('anomaly_absorbed_checks', 'quality_check_id', known(anomaly.absorbed))
    await those(
      'tag_links',
      'tag_id',
      anomaly.tags.map((place) => idOf('tags', place)),
    )
    await those(
      'anomaly_assignees',
      'user_id',
      anomaly.assignees.map((place) => idOf('users', place)),
    )
    const ticket_ids: number[] = []
    for (const [place, url] of anomaly.tickets.entries())
      ticket_ids.push(
        await write('anomaly_tickets', {
          anomaly_id: id,
          system: 'jira',
          site: 'here',
          key: `K-${place}`,
          reference: '1',
          url,
          created: instant,
        }),
      )
    const comment_ids: number[] = []
    for (const { by, message: said } of anomaly.comments)
      comment_ids.push(
        await write('anomaly_comments', {
          anomaly_id: id,
          user_id: idOf('users', by),
          message: said,
          created: instant,
        }),
      )
    return { ...anomaly, id, identity, ticket_ids, comment_ids }
  }

  const personOf = (place: number) => {
    const { user_name, name, email } = people[place] ?? assert.fail()
    const id = idOf('users', place)
    return { id, user_id: id, user_name, name, email }
  }

  const checkOf = (id: number, { container, fields, ...check }: Check) => ({
    id,
    ...check,
    fields: fields.map((name) => {
      const place = fieldNames.indexOf(name)
      return { id: name === 'gone' ? null : idOf('fields', container * 3 + place), name }
    }),
  })

  /** What one anomaly should show, from what was drawn. */
  const expected = (
    anomaly: Written,
    all: readonly Written[],
    checks: readonly Check[],
    keys: readonly number[],
  ) => {
    const isOpen = ({ status }: Written) => openAnomalyStatuses.some((open) => open === status)
    const absorbed = new Set(anomaly.absorbed.map((place) => `shape:${keys[place]}`))
    return {
      id: anomaly.id,
      message: anomaly.message,
      description: anomaly.description,
      status: anomaly.status,
      datastore_name: 'files',
      datastore_type: 'local',
      container_name: ['orders.csv', 'people.csv'][anomaly.container],
      container_type: 'file',
      partition_name: anomaly.partition ? ['orders.csv 1', 'people.csv 1'][anomaly.container] : null,
      created: instant,
      absorbed_by: all
        .filter(
          (other) => isOpen(other) && other.container === anomaly.container && absorbed.has(other.identity),
        )
        .map(({ id }) => id),
      failed_checks: anomaly.failed.flatMap((place) => {
        const [check, id] = [checks[place], keys[place]]
        if (check === undefined || id === undefined) return []
        return [{ message: anomaly.message, quality_check: checkOf(id, check) }]
      }),
      global_tags: anomaly.tags.map((place) => ({ type: 'global', ...tagsOf[place] })),
      assignees: anomaly.assignees.filter((place) => !people[place]?.deleted).map(personOf),
      tickets: anomaly.tickets.map((url, place) => ({
        system: 'jira',
        key: `K-${place}`,
        url,
        created: instant,
      })),
      comments: anomaly.comments
        .map(({ by, message }, place) => ({
          id: anomaly.comment_ids[place],
          created: instant,
          message,
          user: personOf(by),
        }))
        .slice(-mostComments),
    }
  }

  test('is the same for one anomaly and for many, and what was written of each', async () => {
    const drawn = asyncProperty(
      array(checkArbitrary, { maxLength: mostChecks }),
      array(anomalyArbitrary, { minLength: 1, maxLength: 6 }),
      async (checks, anomalies) => {
        await given.store.pool.query('truncate quality_checks, anomalies cascade')
        const keys: number[] = []
        for (const [place, check] of checks.entries()) keys.push(await writeCheck(check, place))
        const written: Written[] = []
        for (const [place, anomaly] of anomalies.entries()) {
          const shape = anomaly.shape_of === null ? undefined : keys[anomaly.shape_of]
          const wanted = shape === undefined ? null : `shape:${shape}`
          // There is one open anomaly of an identity.
          const isTaken = written.some(
            ({ identity, container }) => identity === wanted && container === anomaly.container,
          )
          const identity = wanted === null || isTaken ? `row ${place}` : wanted
          written.push(await writeAnomaly(anomaly, identity, keys))
        }
        const { database } = given.store
        const unknown = (written.at(-1)?.id ?? 0) + 1
        const many = await anomalyRows(database, [unknown, ...written.map(({ id }) => id)], mostComments)
        assert.equal(many.length, written.length)
        for (const anomaly of written) {
          const row = many.find(({ id }) => id === anomaly.id)
          const whole = expected(anomaly, written, checks, keys)
          const compared = Object.fromEntries(
            Object.entries(row ?? {}).filter(([name]) => Object.hasOwn(whole, name)),
          )
          assert.deepEqual(compared, whole)
          assert.deepEqual(await anomalyRows(database, [anomaly.id], mostComments), [row])
        }
      },
    )
    await assertProperty(drawn, { numRuns: 40 })
  })
})
