import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { describeContract } from '../harness/contract.ts'
import { makeConnection } from '../harness/factories.ts'
import { mariadbAbsence, mariadbSource } from '../harness/mariadb-source.ts'
import { onServer, postgresSource } from '../harness/postgres-source.ts'

describeContract('the places of a connection', (app) => {
  const bulk = (path: string, body: object, token?: string) =>
    app.ask('POST', `/api/connections/${path}`, body, token)
  const named = (places: { name: string }[]) => places.map(({ name }) => name)

  test('of PostgreSQL are its databases and their schemas, with the datastores that are made of them', async () => {
    const source = await postgresSource()
    try {
      const { database } = source.target
      await onServer(source.url, [
        'create schema sales',
        'create table sales.orders (id integer)',
        'create schema hidden',
        `grant usage on schema sales to ${source.connection.username}`,
      ])
      const given = { type: 'postgresql', ...source.connection }
      const before = await app.rows()
      const databases = await bulk('catalogs', given)
      assert.equal(databases.status, 200, JSON.stringify(databases.body))
      assert.ok(databases.body.includes(database), 'its own database is among them')
      assert.ok(!databases.body.includes('template0'), 'templates are no databases to read')
      const schemas = await bulk(`schemas?catalog=${database}`, given)
      assert.deepEqual([schemas.status, schemas.body], [200, ['public', 'sales']])
      assert.equal((await bulk('schemas', given)).status, 422)
      assert.equal(await app.rows(), before)

      const tried = await bulk('datastores/validate', {
        connection: given,
        database,
        schemas: ['sales', 'hidden', 'nowhere'],
      })
      assert.deepEqual(
        tried.body.results.map((result: { status: string }) => result.status),
        ['success', 'failure', 'failure'],
      )
      assert.match(tried.body.results[1].message, /may not use the schema "hidden"/)

      const made = await bulk('datastores/bulk', {
        connection: { ...given, name: 'shop' },
        database,
        schemas: ['nowhere', 'sales', 'public'],
        name_template: 'shop {{schema}}',
        tags: [],
        trigger_sync: true,
      })
      assert.equal(made.status, 200, JSON.stringify(made.body))
      assert.deepEqual(
        [made.body.created.length, made.body.errors],
        [2, [{ schema_name: 'nowhere', error: `The database "${database}" has no schema "nowhere".` }]],
      )
      const [sales] = made.body.created
      const { body: datastore } = await app.ask('GET', `/api/datastores/${sales}`)
      assert.deepEqual([datastore.name, datastore.schema], ['shop sales', 'sales'])
      const { body: runs } = await app.ask('GET', `/api/operations?datastore=${sales}`)
      assert.deepEqual(
        runs.items.map((run: { type: string }) => run.type),
        ['sync'],
      )
      const id = datastore.connection_id
      const { body: catalogs } = await app.ask('GET', `/api/connections/${id}/catalogs`)
      const own = catalogs.find((place: { name: string }) => place.name === database)
      assert.deepEqual(named(own.existing_datastores), ['shop public', 'shop sales'])
      const { body: places } = await app.ask('GET', `/api/connections/${id}/schemas?catalog=${database}`)
      assert.deepEqual(places[1], { name: 'sales', existing_datastores: [{ id: sales, name: 'shop sales' }] })

      const again = await bulk(`${id}/datastores/bulk`, { database, schemas: ['sales', 'public'] })
      assert.deepEqual(again.body.errors, [])
      const template = { database, schemas: ['sales', 'public'], name_template: 'one' }
      assert.match(JSON.stringify((await bulk(`${id}/datastores/bulk`, template)).body), /\{\{schema\}\}/)
    } finally {
      await source.close()
    }
  })

  test('of MariaDB are its databases, which have no schemas', { skip: mariadbAbsence ?? false }, async () => {
    const source = await mariadbSource()
    try {
      const { database } = source.target
      const id = await makeConnection(app, { type: 'mariadb', ...source.connection })
      const { body: catalogs } = await app.ask('GET', `/api/connections/${id}/catalogs`)
      assert.deepEqual(named(catalogs), [database])
      const made = await bulk(`${id}/datastores/bulk`, { schemas: [database, 'nowhere'] })
      assert.deepEqual([made.body.created.length, made.body.errors.length], [1, 1])
      const { body: places } = await app.ask('GET', `/api/connections/${id}/schemas`)
      assert.deepEqual(named(places[0].existing_datastores).length, 1)
    } finally {
      await source.close()
    }
  })

  test('of files are folders that are named; there are none to choose from', async () => {
    for (const name of ['north', "so$$ut$'h"]) {
      mkdirSync(join(app.folder, name))
      writeFileSync(join(app.folder, name, 'a.csv'), 'id\n1\n')
    }
    const id = await makeConnection(app, { name: 'files' })
    const { status, body } = await app.ask('GET', `/api/connections/${id}/catalogs`)
    assert.deepEqual([status, body.code], [409, 'wrong_state'])
    const folders = ['north', "so$$ut$'h", 'west'].map((name) => join(app.folder, name))
    const tried = await bulk(`${id}/datastores/validate`, { root_paths: folders })
    assert.deepEqual(
      tried.body.results.map((result: { status: string }) => result.status),
      ['success', 'success', 'failure'],
    )
    const made = await bulk(`${id}/datastores/bulk`, { root_paths: folders })
    assert.deepEqual([made.body.created.length, made.body.errors.length], [2, 1])
    const names = await Promise.all(
      made.body.created.map(
        async (one: number) => (await app.ask('GET', `/api/datastores/${one}`)).body.name,
      ),
    )
    assert.deepEqual(names, ['files_north', "files_so$$ut$'h"])
    for (const wrong of [{}, { root_paths: [] }, { schemas: ['a'] }, { root_paths: ['/a', '/a'] }])
      assert.equal((await bulk(`${id}/datastores/bulk`, wrong)).status, 422, JSON.stringify(wrong))
  })

  test('are for Managers, and nothing is stored where nothing answers', async () => {
    const member = await app.user('Member')
    const id = await makeConnection(app, { name: 'more files' })
    assert.equal((await app.ask('GET', `/api/connections/${id}/catalogs`, undefined, member)).status, 403)
    const before = await app.rows()
    const gone = { type: 'postgresql', host: '127.0.0.1', port: 9, username: 'a' }
    const made = await bulk('datastores/bulk', { connection: gone, database: 'a', schemas: ['b', 'c'] })
    assert.deepEqual([made.status, made.body.code], [400, 'connection_failed'])
    assert.equal(await app.rows(), before)
  })
})
