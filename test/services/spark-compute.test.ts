import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sparkAbsence } from '../harness/spark-absence.ts'
import { sparkFiles } from '../harness/spark-files.ts'
import { untilEnded, type Asking, type Body } from '../harness/scan-rounds.ts'
import { evaluatesDatastores } from './evaluated-datastores.ts'

evaluatesDatastores(
  {
    type: 'spark',
    title: 'Spark Connect',
    skip: sparkAbsence,
    open: sparkFiles,
    // The server keeps no list of statements: whoever else had read the rows would have said so.
    async requireUsed(_at, { container_scans = [] }) {
      for (const { message } of container_scans)
        assert.doesNotMatch(message ?? '', /evaluated by this service/)
    },
  },
  ({ app, at, ask }) => {
    test('is refused with a catalog or a schema, and fails where Spark sees no such files', async () => {
      const { id: connection_id } = await ask('POST', '/connections', {
        name: 'Spark itself',
        type: 'spark',
        ...at().connection,
      })
      const { id: files } = await ask('POST', '/connections', { name: 'a folder', type: 'local' })
      const made = { name: 'elsewhere', connection_id: files, root_path: at().folder }
      const { location } = at().place
      for (const member of ['catalog', 'schema']) {
        const answer = await app().ask('POST', '/api/datastores', {
          ...made,
          compute: { connection_id, location, [member]: 'default' },
        })
        assert.equal(answer.status, 422, JSON.stringify(answer.body))
        assert.match(JSON.stringify(answer.body), /declares no tables/)
      }
      const { id } = await ask('POST', '/datastores', {
        ...made,
        compute: { connection_id, location: `${location}/nowhere` },
      })
      assert.deepEqual((await ask('GET', `/datastores/${id}`)).compute, {
        connection_id,
        catalog: null,
        schema: null,
        location: `${location}/nowhere`,
      })
      await ended(ask, { type: 'sync', datastore_id: id })
      const run = await ended(ask, { type: 'profile', datastore_id: id })
      assert.equal(run.result, 'failure')
      assert.match(JSON.stringify(run), /Spark does not see the file/)
    })
  },
)

const ended = async (ask: Asking, run: object): Promise<Body> =>
  untilEnded(ask, (await ask('POST', '/operations/run', run)).id)
