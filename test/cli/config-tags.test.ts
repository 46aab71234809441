import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { createClient } from '../../client/src/index.ts'
import { applyFiles } from '../../cli/config/apply.ts'
import { makePlan } from '../../cli/config/plan.ts'
import { readFiles } from '../../cli/config/read-files.ts'
import { World } from '../../cli/config/world.ts'
import { startWorkingApp, type WorkingApp } from '../harness/working-app.ts'

describe('tags as files', () => {
  let app: WorkingApp
  let url = ''
  let files = ''
  before(async () => {
    app = await startWorkingApp()
    url = await app.server.listen({ host: '127.0.0.1', port: 0 })
    files = join(app.folder, 'config')
    mkdirSync(files)
    mkdirSync(join(app.folder, 'data'))
    writeFileSync(
      join(files, 'shop.yaml'),
      `kind: connection
name: shop files
type: local
---
kind: datastore
name: Shop
connection: shop files
root_path: ${join(app.folder, 'data')}
tags: [finance]
`,
    )
  })
  after(() => app.close())

  const write = (members: string) =>
    writeFileSync(join(files, 'tags.yaml'), `kind: tag\nname: finance\n${members}`)
  const world = () => new World(createClient({ url, token: 'admin-1' }))
  const planned = async () => {
    const { steps } = await makePlan(world(), await readFiles(files, {}), false)
    return steps.map(({ action, kind, key }) => `${action} ${kind.name} ${key}`)
  }
  const apply = async () => {
    const { outcomes } = await applyFiles(world(), await readFiles(files, {}), false, () => undefined)
    assert.deepEqual(
      outcomes.flatMap(({ refusal }) => refusal ?? []),
      [],
    )
  }

  test('are changed where they are, and stay on what carries them', async () => {
    write('weight_modifier: 5\n')
    await apply()
    write('color: "#2255aa"\nweight_modifier: -3\n')
    assert.deepEqual(await planned(), ['change tag finance'])
    await apply()
    assert.deepEqual(await planned(), [])
    const { body } = await app.ask('GET', '/api/datastores?name=Shop')
    const [{ name, color, weight_modifier }] = body.items[0].global_tags
    assert.deepEqual([name, color, weight_modifier], ['finance', '#2255aa', -3])
  })
})
