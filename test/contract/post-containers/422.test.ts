import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { assertRefused, describeContract, places } from '../../harness/contract.ts'
import { makePeople } from '../../harness/factories.ts'

describeContract('POST /containers refuses what cannot be a computed container', (app) => {
  let datastore = 0
  let container = 0
  before(async () => void ({ datastore, container } = await makePeople(app)))

  const refused: [change: object, place: string, reason: RegExp][] = [
    [{ select_clause: 'id, nowhere' }, 'select_clause', /nowhere/],
    [{ select_clause: 'id, age as ID' }, 'select_clause', /"ID" twice/],
    [{ select_clause: 'id, age + 1, age + 1' }, 'select_clause', /twice/],
    [{ select_clause: 'id from people; drop table people' }, 'select_clause', /semicolon/],
    [{ select_clause: 'id from other' }, 'select_clause', /"from" begins another part/],
    [{ select_clause: "id, (select content from read_text('/etc/passwd'))" }, 'select_clause', /read_text/],
    [{ select_clause: '  ' }, 'select_clause', /needs select_clause/],
    [{ select_clause: null }, 'select_clause', /needs select_clause/],
    [{ select_clause: 'cast(name as integer) as number' }, 'select_clause', /first row/],
    [{ where_clause: 'id = 1, age = 2' }, 'select_clause', /comma/],
    [{ group_by_clause: 'nowhere' }, 'select_clause', /nowhere/],
    [{ source_container_id: null }, 'source_container_id', /needs source_container_id/],
    [{ query: 'select 1' }, 'query', /has no query/],
    [{ name: '_qualytics_scores' }, 'name', /_qualytics/],
    [{ container_type: 'table' }, 'container_type', /./],
    [{ datastore_id: 999 }, 'datastore_id', /belongs to the datastore/],
  ]
  for (const [change, place, reason] of refused) {
    test(JSON.stringify(change), async () => {
      const body = {
        container_type: 'computed_file',
        name: 'computed',
        source_container_id: container,
        select_clause: 'id',
        ...change,
      }
      const answer = await assertRefused(app, () => app.ask('POST', '/api/containers', body), 422, 'invalid')
      assert.deepEqual(places(answer), [`body.${place}`])
      assert.match(answer.body.detail[0].msg, reason)
    })
  }

  test('a computed table of a folder of files', async () => {
    const body = {
      container_type: 'computed_table',
      name: 'x',
      datastore_id: datastore,
      query: 'select 1 as a',
    }
    const answer = await assertRefused(app, () => app.ask('POST', '/api/containers', body), 422, 'invalid')
    assert.deepEqual(places(answer), ['body.container_type'])
  })
})
