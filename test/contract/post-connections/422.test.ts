import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectors } from '../../../src/connectors/registry.ts'
import { assertRefused, describeContract, places } from '../../harness/contract.ts'

const server = { type: 'postgresql', host: 'db.example', username: 'ada' }

const wrong: [string, object, string[]][] = [
  ['no type', { name: 'x' }, ['body.type']],
  ['a blank name', { type: 'local', name: ' ' }, ['body.name']],
  ['a port that is text', { type: 'local', port: '1' }, ['body.port']],
  ['a port out of range', { type: 'local', port: 70000 }, ['body.port']],
  ['a secret that is no text', { type: 'local', password: {} }, ['body.password']],
  [
    'a secret among the parameters',
    { type: 'local', parameters: { password: 'x' } },
    ['body.parameters.password'],
  ],
  ['a secret inside the uri', { type: 'local', uri: 'ftp://ada:canary@host/' }, ['body.uri']],
  ['an address with a password as host', { ...server, host: 'postgres://ada:canary@h' }, ['body.host']],
  ['a password and a host', { ...server, host: 'ada:canary@h' }, ['body.host']],
  ['a socket of this machine', { ...server, host: '/var/run/postgresql' }, ['body.host']],
  ["a cloud's metadata", { ...server, host: '169.254.169.254' }, ['body.host']],
  ["a cloud's metadata in IPv6", { ...server, host: '::ffff:169.254.169.254' }, ['body.host']],
  ['a misspelt parameter', { ...server, parameters: { sslMode: 'require' } }, ['body.parameters.sslMode']],
  ['a parameter of another driver', { ...server, parameters: { ssl: true } }, ['body.parameters.ssl']],
  ['a misspelt mode', { ...server, parameters: { sslmode: 'requird' } }, ['body.parameters.sslmode']],
  [
    'a misspelt parameter of an object store',
    { type: 's3', uri: 's3://b', access_key: 'a', secret_key: 'b', parameters: { regoin: 'eu-west-1' } },
    ['body.parameters.regoin'],
  ],
  [
    'a parameter of an object store that is no text',
    { type: 's3', uri: 's3://b', access_key: 'a', secret_key: 'b', parameters: { region: 5 } },
    ['body.parameters.region'],
  ],
  [
    'no warehouse for Databricks',
    { type: 'databricks', host: 'dbc.example.com', password: 'dapi' },
    ['body.parameters.warehouse'],
  ],
  [
    'a blank warehouse for Databricks',
    { type: 'databricks', host: 'dbc.example.com', password: 'dapi', parameters: { warehouse: '' } },
    ['body.parameters.warehouse'],
  ],
  [
    'a misspelt parameter of Athena',
    { type: 'athena', access_key: 'a', secret_key: 'b', parameters: { work_group: 'primary' } },
    ['body.parameters.work_group'],
  ],
  ['a file connection without its file', { type: 'duckdb' }, ['body.uri']],
]

describeContract('POST /connections refuses what cannot be a connection', (app) => {
  for (const [what, input, at] of wrong) {
    test(what, async () => {
      const answer = await assertRefused(
        app,
        () => app.ask('POST', '/api/connections', input),
        422,
        'invalid',
      )
      assert.deepEqual(places(answer), at)
      assert.doesNotMatch(JSON.stringify(answer.body), /canary/)
    })
  }

  test('a password for Snowflake says by which parameter it is taken for a token', async () => {
    const input = { type: 'snowflake', host: 'a.example.com', username: 'ada', password: 'canary' }
    const answer = await assertRefused(app, () => app.ask('POST', '/api/connections', input), 422, 'invalid')
    assert.deepEqual(places(answer), ['body.credentials_payload'])
    assert.match(
      answer.body.detail[0].msg,
      /set authentication to oauth, refresh_token or programmatic_access_token\.$/,
    )
    assert.doesNotMatch(JSON.stringify(answer.body), /canary/)
  })

  test('Google Cloud Storage without keys says what does in their place', async () => {
    const input = { type: 'gcs', uri: 'gs://bucket' }
    const answer = await assertRefused(app, () => app.ask('POST', '/api/connections', input), 422, 'invalid')
    assert.deepEqual(places(answer), ['body.access_key', 'body.secret_key'])
    assert.match(answer.body.detail[1].msg, /needs secret_key\. .*credentials_payload/)
  })

  test('an unknown type names the known ones', async () => {
    const ask = () => app.ask('POST', '/api/connections', { type: 'foxpro' })
    const { body } = await assertRefused(app, ask, 422, 'invalid')
    for (const name of connectors.names()) assert.match(body.detail[0].msg, new RegExp(name))
  })
})
