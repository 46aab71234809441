import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  array,
  assert as assertProperty,
  asyncProperty,
  constantFrom,
  nat,
  oneof,
  record,
  string,
  subarray,
} from 'fast-check'
import { toJson } from '../../src/kernel/json-text.ts'
import { findRuns } from '../../src/store/operation-list.ts'
import { containersOfRun } from '../../src/store/shown-containers.ts'
import { openStore, type Store } from '../../src/store/pool.ts'
import { freshDatabase, type TestDatabase } from '../harness/database.ts'

const containers = 6
const places = Array.from({ length: containers }, (_, place) => place)

/** Names that are no safe part of JSON text, of a line or of a list. */
const name = oneof(
  constantFrom('a "b"\\', 'two\nlines', '{1,2}', 'Größe 🙂', '10 {}', 'orders'),
  string({ minLength: 1, maxLength: 5 }).map((text) => text.replaceAll('\0', '0')),
)
const change = oneof(
  record({ rename: nat({ max: containers - 1 }), name }),
  record({ remove: nat({ max: containers - 1 }) }),
  record({ add: subarray(places), to: nat({ max: 3 }) }),
)

describe('the list of runs', () => {
  let given: TestDatabase
  /** Another process of the service on the same state. */
  let other: Store
  let datastore: number
  before(async () => {
    given = await freshDatabase()
    other = openStore(given.url, { maximum: 1 })
    const { rows } = await given.store.pool.query<{ id: number }>(`
      with ways as (insert into connections (name, type) values ('files', 'local') returning id)
      insert into datastores (name, connection_id, root_path, enrichment_prefix)
      select 'files', id, '/nowhere', '_files' from ways returning id`)
    datastore = rows[0]?.id ?? assert.fail()
  })
  after(async () => {
    await other.close()
    await given.close()
  })

  /** Ids of what a statement made, in its order. */
  const made = async (text: string, values: unknown[]): Promise<number[]> => {
    const { rows } = await given.store.pool.query<{ id: number }>(text, values)
    return rows.map(({ id }) => id)
  }

  const makeContainers = () =>
    made(
      `insert into containers (datastore_id, name, container_type, table_type)
       select $1, 'container ' || place, 'table', case when place % 2 = 0 then 'view' end from generate_series(1, $2) as place returning id`,
      [datastore, containers],
    )

  const makeRuns = (many: number) =>
    made(
      `insert into operations (type, trigger_type, datastore_id, payload, status, triggered_by)
       select 'sync', 'sync', $1, '{}', '{}', 'somebody' from generate_series(1, $2) returning id`,
      [datastore, many],
    )

  /** One that was removed before is left out. */
  const addTo = (run: number, ids: readonly number[]) =>
    given.store.pool.query(
      `insert into operation_containers (operation_id, kind, datastore_id, container_id)
       select $1, 'sync', $2, id from unnest($3::bigint[]) as id where id in (select id from containers)
       on conflict do nothing`,
      [run, datastore, ids],
    )

  test('tells the containers of each run as the run itself does, whatever they were renamed to and by whom', async () => {
    const drawn = asyncProperty(
      array(subarray(places), { minLength: 1, maxLength: 4 }),
      array(change, { maxLength: 6 }),
      async (runs, changes) => {
        await given.store.pool.query('truncate operations, containers cascade')
        const ids = await makeContainers()
        const known = (of: readonly number[]) => of.map((place) => ids[place] ?? assert.fail())
        const runIds = await makeRuns(runs.length)
        for (const [place, run] of runIds.entries()) await addTo(run, known(runs[place] ?? []))
        for (const wanted of [null, ...changes]) {
          if (wanted !== null) {
            if ('rename' in wanted)
              await given.store.pool.query(
                `update containers set name = $2 where id = $1 and $2 not in (select name from containers)`,
                [ids[wanted.rename], wanted.name],
              )
            else if ('remove' in wanted)
              await given.store.pool.query('delete from containers where id = $1', [ids[wanted.remove]])
            else {
              const run = runIds[wanted.to]
              if (run !== undefined) await addTo(run, known(wanted.add))
            }
          }
          await compare(runIds)
        }
      },
    )
    await assertProperty(drawn, { numRuns: 40 })
  })

  const compare = async (runIds: readonly number[]): Promise<void> => {
    const request = { page: 1, size: 10 }
    const [all, counted, none] = await Promise.all([
      findRuns(other.database, null, {}, request, 'all'),
      findRuns(other.database, null, {}, request, 'count'),
      findRuns(other.database, null, {}, request, 'none'),
    ])
    assert.deepEqual(
      all.runs.map(({ id }) => id),
      runIds.toReversed(),
    )
    for (const [place, run] of all.runs.entries()) {
      const own = await containersOfRun(given.store.database, run.id)
      const { rows } = await given.store.pool.query(
        `select containers.id, name, container_type, coalesce(table_type, container_type) as table_type from containers
         where id in (select container_id from operation_containers where operation_id = $1) order by name`,
        [run.id],
      )
      assert.deepEqual(own.parsed(), rows)
      assert.equal(run.containers, toJson(own))
      assert.equal(run.container_count, rows.length)
      assert.deepEqual(
        [counted.runs[place], none.runs[place]].map((told) => [told?.containers, told?.container_count]),
        [
          [null, rows.length],
          [null, null],
        ],
      )
    }
  }
})
