import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { createClient } from '../../client/src/index.ts'
import { applyFiles } from '../../cli/config/apply.ts'
import { makePlan } from '../../cli/config/plan.ts'
import { readFiles } from '../../cli/config/read-files.ts'
import { World } from '../../cli/config/world.ts'
import { writeFiles } from '../../cli/config/write-files.ts'
import { TrinoDouble } from '../harness/trino-double.ts'
import { startWorkingApp, type WorkingApp } from '../harness/working-app.ts'

describe('the compute of a datastore as files', () => {
  const trino = new TrinoDouble()
  let app: WorkingApp
  let url = ''
  let files = ''
  before(async () => {
    await trino.listen()
    app = await startWorkingApp()
    url = await app.server.listen({ host: '127.0.0.1', port: 0 })
    files = join(app.folder, 'config')
    mkdirSync(files)
    mkdirSync(join(app.folder, 'lake'))
    writeFileSync(
      join(files, 'engine.yaml'),
      `kind: connection
name: Engine
type: trino
host: 127.0.0.1
port: ${trino.port}
username: assay
parameters: { sslmode: disable }
---
kind: connection
name: lake files
type: local
`,
    )
  })
  after(async () => {
    await app.close()
    await trino.close()
  })

  /** Writes the file of the datastore with these lines about its compute. */
  const lake = (compute: string) =>
    writeFileSync(
      join(files, 'lake.yaml'),
      `kind: datastore\nname: Lake\nconnection: lake files\nroot_path: ${join(app.folder, 'lake')}\n${compute}`,
    )
  const whole =
    'compute:\n  connection: Engine\n  catalog: hive\n  schema: scratch\n  location: local:///lake\n'
  const world = () => new World(createClient({ url, token: 'admin-1' }))
  const planned = async (folder: string) => {
    const { steps } = await makePlan(world(), await readFiles(folder, {}), false)
    return steps.map((step) => [
      step.action,
      step.key,
      step.action === 'change' ? step.differences.map(({ member }) => member) : [],
    ])
  }
  const applied = async (folder: string) => {
    const { outcomes } = await applyFiles(world(), await readFiles(folder, {}), false, () => undefined)
    return outcomes.flatMap(({ refusal }) => refusal ?? [])
  }
  const computeNow = async () => {
    const { body } = await app.ask('GET', '/api/datastores?name=Lake')
    return body.items[0].compute
  }

  test('is made, is left alone where a file says nothing of it, changes, and goes by null', async () => {
    lake(whole)
    assert.deepEqual(await applied(files), [])
    const { body: engines } = await app.ask('GET', '/api/connections?name=Engine')
    const place = { catalog: 'hive', schema: 'scratch', location: 'local:///lake' }
    assert.deepEqual(await computeNow(), { connection_id: engines.items[0].id, ...place })
    assert.deepEqual(await planned(files), [])

    lake('')
    assert.deepEqual(await planned(files), [])
    lake('description: A lake\n')
    assert.deepEqual(await applied(files), [])
    assert.deepEqual(await computeNow(), { connection_id: engines.items[0].id, ...place })

    lake(whole.replace('scratch', 'other'))
    assert.deepEqual(await planned(files), [['change', 'Lake', ['compute']]])
    assert.deepEqual(await applied(files), [])
    assert.equal((await computeNow()).schema, 'other')

    lake('compute: null\n')
    assert.deepEqual(await planned(files), [['change', 'Lake', ['compute']]])
    assert.deepEqual(await applied(files), [])
    assert.equal(await computeNow(), null)
    assert.deepEqual(await planned(files), [])
  })

  test('is exported with the connection to its engine, by which a service without both gets them', async () => {
    lake(whole)
    assert.deepEqual(await applied(files), [])
    const out = join(app.folder, 'out')
    await writeFiles(world(), out, new Set(['Lake']))
    const text = () => readFileSync(join(out, 'datastores/lake/datastore.yaml'), 'utf8')
    const first = text()
    assert.ok(first.includes(whole), first)
    assert.doesNotMatch(first, /connection_id/)

    const { body: lakes } = await app.ask('GET', '/api/datastores?name=Lake')
    assert.equal((await app.ask('DELETE', `/api/datastores/${lakes.items[0].id}`)).status, 204)
    const { body: engines } = await app.ask('GET', '/api/connections?name=Engine')
    assert.equal((await app.ask('DELETE', `/api/connections/${engines.items[0].id}`)).status, 204)
    // The export has a variable for a password that the server's account may have; this one has none.
    const path = join(out, 'connections/engine.yaml')
    writeFileSync(path, readFileSync(path, 'utf8').replace(/^password:.*\n/m, ''))
    assert.deepEqual(await applied(out), [])
    assert.deepEqual(await planned(out), [])
    await writeFiles(world(), join(app.folder, 'again'), new Set(['Lake']))
    assert.equal(readFileSync(join(app.folder, 'again/datastores/lake/datastore.yaml'), 'utf8'), first)
  })

  test('is refused by a sentence where no connection has its name, and where a member is not known', async () => {
    lake(whole.replace('Engine', 'Nowhere'))
    assert.deepEqual(await applied(files), ['There is no connection "Nowhere".'])
    lake(`${whole}  speed: 9\n`)
    await assert.rejects(readFiles(files, {}), /lake.yaml:1: compute/)
    lake('compute: { connection: Engine }\n')
    await assert.rejects(readFiles(files, {}), /lake.yaml:1: compute/)
  })
})
