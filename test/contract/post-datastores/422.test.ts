import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { assertRefused, describeContract, places } from '../../harness/contract.ts'
import { makeConnection } from '../../harness/factories.ts'

const sqlite = { type: 'sqlite', uri: '/srv/shop.db' }

const wrong: [string, object, string[]][] = [
  ['no name', { name: undefined }, ['body.name']],
  ['a name that is too long', { name: 'x'.repeat(256) }, ['body.name']],
  ['neither connection', { connection_id: null }, ['body.connection_id']],
  ['both connections', { connection: { type: 'local' } }, ['body.connection']],
  [
    'an unknown type of connection',
    { connection_id: null, connection: { type: 'x' } },
    ['body.connection.type'],
  ],
  ['no folder for files', { root_path: '' }, ['body.root_path']],
  ['a database and a schema of files', { database: 'x', schema: 'y' }, ['body.database', 'body.schema']],
  [
    'a folder for a database file, and names that it does not have',
    { connection_id: null, connection: sqlite, database: 'other', schema: 'public' },
    ['body.database', 'body.schema', 'body.root_path'],
  ],
  [
    'a folder for a server, and for MySQL a schema that is not its database',
    {
      connection_id: null,
      connection: { type: 'mysql', host: 'db', username: 'u' },
      database: 'shop',
      schema: 'public',
    },
    ['body.schema', 'body.root_path'],
  ],
  ['an unknown team', { teams: ['Nobodies'] }, ['body.teams']],
  ['a record limit of 0', { enrichment_source_record_limit: 0 }, ['body.enrichment_source_record_limit']],
  [
    'a record limit above the most',
    { enrichment_source_record_limit: 1e9 + 1 },
    ['body.enrichment_source_record_limit'],
  ],
  ['a threshold above 1000', { high_count_rollup_threshold: 1001 }, ['body.high_count_rollup_threshold']],
  [
    'an unknown strategy',
    { enrichment_remediation_strategy: 'merge' },
    ['body.enrichment_remediation_strategy'],
  ],
  ['a prefix that is no name', { enrichment_prefix: 'a-b; drop' }, ['body.enrichment_prefix']],
  ['a prefix that is too long', { enrichment_prefix: `_${'x'.repeat(60)}` }, ['body.enrichment_prefix']],
]

describeContract('POST /datastores refuses what cannot be a datastore', (app) => {
  let connection_id = 0
  before(async () => void (connection_id = await makeConnection(app)))

  for (const [what, change, at] of wrong) {
    test(what, async () => {
      const input = { name: 'x', connection_id, root_path: app.folder, ...change }
      const answer = await assertRefused(app, () => app.ask('POST', '/api/datastores', input), 422, 'invalid')
      assert.deepEqual(places(answer), at)
    })
  }

  test('an engine that is none, and names those that are', async () => {
    const compute = { connection_id, location: 's3://lake/orders' }
    const input = { name: 'x', connection_id, root_path: app.folder, compute }
    const answer = await assertRefused(app, () => app.ask('POST', '/api/datastores', input), 422, 'invalid')
    assert.deepEqual(places(answer), ['body.compute'])
    assert.match(
      answer.body.detail[0].msg,
      /evaluates no files of others; name one of the type spark or trino\.$/,
    )
  })

  test('an engine by a connection that is not there', async () => {
    const compute = { connection_id: 999_999, location: 's3://lake/orders' }
    const input = { name: 'x', connection_id, root_path: app.folder, compute }
    const answer = await assertRefused(app, () => app.ask('POST', '/api/datastores', input), 422, 'invalid')
    assert.deepEqual(places(answer), ['body.compute'])
    assert.equal(answer.body.detail[0].msg, 'There is no connection 999999.')
  })
})
