import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checksOf, placeOf, promoted, type Place } from '../../harness/promotions.ts'
import { seeded } from '../../harness/random.ts'
import { assertRunInvariants } from '../../harness/run-invariants.ts'
import { describeRuns } from '../../harness/runs.ts'
import type { Body } from '../../harness/scan-rounds.ts'

const rounds = process.env['ASSAY_FULL'] === '1' ? 150 : 5
const columns = ['id', 'amount', 'customer']

describeRuns('Whatever was changed, deleted or selected before', (app) => {
  test('a promotion done twice answers skipped for all that did not fail, and a plan says what it does', async () => {
    const random = seeded(20_261_122)
    const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
    const source = await app.source({ 'a.csv': 'id,amount,customer\n1,2,x\n' })
    const files = await app.source({
      'full.csv': 'ID,Amount,CUSTOMER\n1,2,x\n',
      'less.csv': 'id,amount\n1,2\n',
    })
    const from = await placeOf(app, source, 'a.csv')
    const destinations = [await placeOf(app, files, 'full.csv'), await placeOf(app, files, 'less.csv')]

    const change = async (place: Place): Promise<void> => {
      const checks = (await checksOf(app, place)).filter(
        ({ status }) => status === 'Active' || status === 'Draft',
      )
      const check = pick(checks)
      if (check === undefined) return
      const path = `/api/quality-checks/${check.id}`
      const turn = random()
      // A refusal (an equal check, a field that is not there) is as good as a change.
      if (turn < 0.2) await app.ask('DELETE', `${path}?archive=${random() < 0.5}`)
      else if (turn < 0.4) await app.ask('PUT', path, { status: pick(['Active', 'Draft']) })
      else if (turn < 0.6) await app.ask('PUT', path, { filter: pick([null, 'id > 0', 'id > 1']) })
      else if (turn < 0.8) await app.ask('PUT', path, { fields: [pick(columns)] })
      else await app.ask('PUT', path, { description: pick(['one', 'two']), tags: [pick(['gold', 'grey'])] })
    }
    const add = (place: Place) =>
      app.ask('POST', '/api/quality-checks', {
        container_id: place.container_id,
        rule: pick(['notNull', 'unique']),
        fields: [pick(columns)],
        filter: pick([null, 'id > 0']),
        description: pick(['one', 'two']),
        status: pick(['Active', 'Draft']),
        tags: [pick(['gold', 'grey'])],
      })

    for (let round = 0; round < rounds; round++) {
      const to = pick(destinations)
      for (let turn = 0; turn < 3; turn++) await add(from)
      if (random() < 0.5) await add(to)
      for (let turn = 0; turn < 2; turn++) await change(random() < 0.5 ? from : to)
      const ids = (await checksOf(app, from)).map(({ id }) => id).filter(() => random() < 0.5)
      const members = {
        ...pick([{}, { check_ids: ids }, { check_tags: ['gold'] }]),
        as_draft: random() < 0.5,
      }
      const where = `round ${round}, ${JSON.stringify(members)}`
      const before = await checksOf(app, to)
      const plan = await promoted(app, from, to, { ...members, dry_run: true })
      assert.deepEqual(await checksOf(app, to), before, `${where}: a plan writes nothing`)
      const first = await promoted(app, from, to, members)
      assert.deepEqual(told(plan), told(first), where)
      const there = await checksOf(app, to)
      const second = await promoted(app, from, to, members)
      assert.deepEqual(await checksOf(app, to), there, where)
      for (const [index, { result }] of second.results.entries())
        assert.equal(
          result,
          first.results.find(isOf(second.results[index]))?.result === 'failed' ? 'failed' : 'skipped',
          where,
        )
      const active = there.filter(({ status }) => status === 'Active')
      assert.equal(
        new Set(active.map(testOf)).size,
        active.length,
        `${where}: no two checks in force test the same`,
      )
    }
    await assertRunInvariants(app)
  })
})

const told = ({ status, results }: Body) => ({
  status,
  results: results.map((item: Body) => [item.source_entity_id, item.result, item.changes]),
})

const isOf = (one: Body) => (other: Body) => other.source_entity_id === one.source_entity_id

const testOf = ({ rule_type, fields, filter }: Body): string =>
  JSON.stringify([rule_type, fields.map(({ name }: Body) => name), filter])
