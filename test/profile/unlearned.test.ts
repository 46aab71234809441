import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { datastoreOn, tableStores, type TableStore } from '../harness/table-stores.ts'
import { startWorkingApp, type WorkingApp } from '../harness/working-app.ts'

describe('a profile of a source that does not show the rows to learn from', () => {
  let app: WorkingApp
  let store: TableStore | undefined
  before(async () => {
    app = await startWorkingApp()
    store = await tableStores['postgresql']?.(app.folder)
    await store?.run([
      'create table numbers as select n, n * 7 as v from generate_series(1, 200) as numbers (n)',
      // Its rows are drawn by a hash of their values.
      `create function shown(v integer) returns integer language plpgsql as $$ begin
         if current_query() like '%hashtext%' then raise 'k7canary cannot be shown'; end if;
         return v;
       end $$`,
      'create view guarded as select n, shown(v) as v from numbers',
    ])
  })
  after(async () => {
    await app.close()
    await store?.close()
  })

  test('says so in the log of the run, which measured all the same; the reason goes when a field is masked', async () => {
    assert.ok(store)
    const source = await datastoreOn(app, 'postgresql', store)
    await app.ended(await app.trigger(source, { type: 'sync' }))
    const container_names = ['guarded']
    const run = await app.ended(await app.trigger(source, { type: 'profile', container_names }))
    assert.deepEqual(
      [run.result, run.message, run.status.fields_profiled, run.status.checks_added],
      ['success', 'Remarks: 1; the log has each.', 2, 0],
    )
    const said = async (): Promise<string[]> => {
      const { body } = await app.ask('GET', `/api/operations/${run.id}/logs`)
      return body.items.map(({ message }: { message: string }) => message)
    }
    const beginning = 'No checks were inferred, because the source did not show the rows to learn from'
    const [sentence = '', ...others] = await said()
    assert.ok(sentence.startsWith(`${beginning}: `), sentence)
    assert.match(sentence, /k7canary/)
    assert.deepEqual(others, [])

    const container = (await app.containers(source)).get('guarded')
    const { body: fields } = await app.ask('GET', `/api/containers/${container}/fields`)
    const field = fields.find(({ name }: { name: string }) => name === 'v')
    await app.ask('PUT', `/api/fields/${field.id}`, { status: 'masked' })
    const [withheld = ''] = await said()
    assert.ok(withheld.startsWith(beginning), withheld)
    assert.doesNotMatch(withheld, /canary/)
  })
})
