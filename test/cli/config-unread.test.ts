import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { runCommand } from '../harness/command.ts'
import { startWorkingApp, type WorkingApp } from '../harness/working-app.ts'

describe('files about a datastore of which something cannot be read', () => {
  let app: WorkingApp
  before(async () => void (app = await startWorkingApp()))
  after(() => app.close())

  test('make it, name what could not be read, and are as the service has it then', async () => {
    const address = await app.server.listen({ host: '127.0.0.1', port: 0 })
    const files = join(app.folder, 'files')
    mkdirSync(files)
    const documents = ['Good', 'Torn'].map((name) => {
      const root_path = join(app.folder, name)
      mkdirSync(root_path)
      writeFileSync(join(root_path, 'good.csv'), 'id\n1\n')
      if (name === 'Torn') writeFileSync(join(root_path, 'torn.csv'), 'id,v\n1,2,3\n')
      return `kind: datastore\nname: ${name}\nconnection: own\nroot_path: ${root_path}\n`
    })
    writeFileSync(
      join(files, 'all.yaml'),
      ['kind: connection\nname: own\ntype: local\n', ...documents].join('---\n'),
    )
    const assay = (...args: string[]) => runCommand(args, { ASSAY_URL: address, ASSAY_TOKEN: 'admin-1' })
    const applied = await assay('apply', files)
    assert.equal(applied.code, 2, applied.errors)
    assert.match(
      applied.out,
      /\n! \+ datastore Torn\n {4}It was made, but its sync ended as failure: 1 of 2 containers failed\. "torn\.csv"/,
    )
    assert.match(applied.out, /\n2 done, 1 refused, 0 as they were\.\n$/)
    const again = await assay('apply', files)
    assert.deepEqual([again.code, again.out], [0, '0 done, 0 refused, 3 as they were.\n'])
  })
})
