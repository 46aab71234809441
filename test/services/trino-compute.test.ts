import assert from 'node:assert/strict'
import { test } from 'node:test'
import { trinoFiles, trinoFilesAbsence, type TrinoFiles } from '../harness/trino-files.ts'
import { evaluatesDatastores } from './evaluated-datastores.ts'

evaluatesDatastores(
  {
    type: 'trino',
    title: 'Trino',
    skip: trinoFilesAbsence,
    open: () => trinoFiles(),
    requireUsed: async (at, { id }) => assert.ok((await sentFor(at, id)) > 0, 'Trino has read the rows'),
  },
  ({ app, at, ask }) => {
    test('is refused where Trino has no such schema, where the engine evaluates no files, and where it holds tables', async () => {
      const engine = await ask('POST', '/connections', {
        name: 'Trino itself',
        type: 'trino',
        ...at().connection,
      })
      const local = await ask('POST', '/connections', { name: 'a folder', type: 'local' })
      const refusing = async (members: object, status: number, sentence: RegExp) => {
        const answer = await app().ask('POST', '/api/datastores', { name: 'refused', ...members })
        assert.equal(answer.status, status, JSON.stringify(answer.body))
        assert.match(JSON.stringify(answer.body), sentence)
      }
      const compute = { connection_id: engine.id, ...at().place }
      const files = { connection_id: local.id, root_path: at().folder }
      await refusing(
        { ...files, compute: { ...compute, schema: 'nowhere' } },
        400,
        /has no schema \W+nowhere/,
      )
      await refusing(
        { ...files, compute: { ...compute, connection_id: local.id } },
        422,
        /evaluates no files of others/,
      )
      await refusing(
        { ...files, compute: { ...compute, connection_id: 999_999 } },
        422,
        /no connection 999999/,
      )
      const tables = { connection_id: engine.id, database: 'tpch', schema: 'tiny' }
      await refusing({ ...files, compute: { ...compute, catalog: null } }, 422, /name the catalog/)
      await refusing({ ...tables, compute }, 422, /Trino holds no files/)
    })
  },
)

/** Statements that Trino has been sent for a run. */
async function sentFor(at: TrinoFiles, operation: number): Promise<number> {
  const like = `query like '%assay operation=${operation} %${at.place.schema}%'`
  const [[sent] = []] = await at.run([
    `select count(*) from system.runtime.queries where ${like} and query not like '%system.runtime%'`,
  ])
  return Number(sent)
}
