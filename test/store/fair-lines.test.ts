import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import {
  array,
  assert as assertProperty,
  asyncProperty,
  constant,
  constantFrom,
  integer,
  nat,
  oneof,
  record,
} from 'fast-check'
import { claimUnit, type ClaimedUnit } from '../../src/store/queue/claim.ts'
import { addUnits } from '../../src/store/queue/finish.ts'
import { reopenUnits } from '../../src/store/queue/reopen.ts'
import { freshDatabase } from '../harness/database.ts'

const names = ['a', 'b', 'c', 'd'] as const
type Name = (typeof names)[number]

describe('units of several datastores', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>
  let runs: Map<Name, number[]>
  let datastores: Map<number, Name>

  before(async () => {
    database = await freshDatabase()
    const { rows } = await database.store.pool.query<{ id: number; datastore_id: number; name: Name }>(`
      with ways as (insert into connections (name, type) values ('files', 'local') returning id),
        stores as (insert into datastores (name, connection_id, root_path, enrichment_prefix)
          select name, ways.id, '/nowhere', '_files' from ways, unnest('{a,b,c,d}'::text[]) as name returning id, name),
        begun as (insert into operations (type, trigger_type, datastore_id, payload, status, triggered_by, result)
          select 'scan', 'scan', stores.id, '{}', '{}', 'somebody', 'running' from stores, generate_series(1, 3)
          returning id, datastore_id)
      select begun.id, datastore_id, name from begun join stores on stores.id = datastore_id order by begun.id`)
    runs = new Map(names.map((name) => [name, rows.filter((row) => row.name === name).map(({ id }) => id)]))
    datastores = new Map(rows.map(({ datastore_id, name }) => [datastore_id, name]))
  })
  beforeEach(() => database.store.pool.query('truncate units'))
  after(() => database.close())

  const add = (name: Name, units: number, run = 0): Promise<void> =>
    addUnits(
      database.store.database,
      runs.get(name)?.[run] ?? assert.fail(),
      Array.from({ length: units }, () => ({ kind: 'container' })),
    )
  const claim = (): Promise<ClaimedUnit | null> => claimUnit(database.store.database, 'a test', 60)
  const end = ({ id }: ClaimedUnit) =>
    database.store.pool.query(`update units set state = 'done', ended = now() where id = $1`, [id])
  /** The datastores of the next so many units, each of which is ended before the next is claimed. */
  const taken = async (most: number): Promise<(Name | undefined)[]> => {
    const order: (Name | undefined)[] = []
    for (
      let unit = await claim();
      unit && order.length < most;
      unit = order.length < most ? await claim() : null
    ) {
      order.push(datastores.get(unit.datastore_id ?? 0))
      await end(unit)
    }
    return order
  }

  test('one that comes after a hundred thousand of another datastore is taken as if it were alone', async () => {
    await add('a', 50_000)
    await add('a', 50_000, 1)
    assert.deepEqual(await taken(2), ['a', 'a'])
    await add('b', 1)
    const order = await taken(3)
    assert.ok(order.includes('b'), order.join(' '))
  })

  test('many runs of one datastore have one share, and not one each', async () => {
    for (const run of [0, 1, 2]) await add('a', 20, run)
    await add('b', 10)
    const order = await taken(20)
    assert.ok(order.filter((name) => name === 'b').length >= 9, order.join(''))
  })

  test('one in hand for long lets no newcomer overtake, and one that waits for a slot does not either', async () => {
    await add('a', 200)
    const long = await claim()
    await taken(50)
    await add('b', 20)
    const beside = await taken(20)
    assert.ok(beside.filter((name) => name === 'a').length >= 8, beside.join(''))
    assert.ok(long)
    await end(long)
    // As a unit whose connection has no free slot: it is passed over until its time comes.
    await add('c', 1)
    await database.store.pool.query(
      `update units set not_before = now() + interval '50 seconds' where operation_id = $1`,
      [runs.get('c')?.[0]],
    )
    await taken(60)
    const latest = await claim()
    assert.ok(latest)
    await add('d', 20)
    const passing = await taken(20)
    assert.ok(passing.filter((name) => name === 'a').length >= 8, passing.join(''))
  })

  test('those of one datastore keep their order', async () => {
    await add('a', 3)
    await add('b', 3)
    await add('a', 3, 1)
    const ids: number[] = []
    for (let unit = await claim(); unit; unit = await claim())
      if (datastores.get(unit.datastore_id ?? 0) === 'a') ids.push(unit.id)
    assert.deepEqual(
      ids,
      ids.toSorted((one, other) => one - other),
    )
    assert.equal(ids.length, 6)
  })

  test('one that was given up goes to the end of its line when its run is resumed', async () => {
    await add('a', 100)
    await database.store.pool.query(`update units set state = 'failed'`)
    await add('b', 5)
    await add('a', 5, 1)
    await reopenUnits(database.store.database, runs.get('a')?.[0] ?? 0)
    const order = await taken(12)
    assert.equal(order.filter((name) => name === 'b').length, 5, order.join(''))
  })

  test('however they come and go, none waits for more than two of each other datastore that waits, beside its own', async () => {
    const step = oneof(
      {
        weight: 2,
        arbitrary: record({
          name: constantFrom(...names),
          units: integer({ min: 1, max: 6 }),
          run: nat(2),
        }),
      },
      { weight: 3, arbitrary: constant('claim' as const) },
      { weight: 2, arbitrary: constant('end' as const) },
    )
    const property = asyncProperty(array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      await database.store.pool.query('truncate units')
      const inHand: ClaimedUnit[] = []
      const waits = new Map<Name, { left: number; served: Map<Name, number> }>()
      for (const one of steps) {
        if (one === 'end') {
          const unit = inHand.shift()
          if (unit) await end(unit)
        } else if (one === 'claim') {
          const unit = await claim()
          if (unit) inHand.push(unit)
          note(waits, unit && datastores.get(unit.datastore_id ?? 0))
        } else {
          await add(one.name, one.units, one.run)
          const known = waits.get(one.name)
          if (known) known.left += one.units
          else waits.set(one.name, { left: one.units, served: new Map() })
        }
      }
    })
    await assertProperty(property, { numRuns: 40 })
  })
})

/** Notes whose unit was taken, and refuses a third of one datastore since the last of another that waits all the time. */
function note(
  waits: Map<Name, { left: number; served: Map<Name, number> }>,
  taken: Name | null | undefined,
): void {
  const own = taken && waits.get(taken)
  if (!taken || !own) {
    assert.equal(waits.size, 0, 'nothing was taken although something waits')
    return
  }
  for (const [name, { served }] of waits) {
    if (name === taken) continue
    const times: number = (served.get(taken) ?? 0) + 1
    served.set(taken, times)
    assert.ok(times <= 2, `${name} waits while ${taken} is taken ${times} times`)
  }
  own.served.clear()
  own.left -= 1
  if (own.left === 0) waits.delete(taken)
}
