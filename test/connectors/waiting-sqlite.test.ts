import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, test } from 'node:test'
import { connectors } from '../../src/connectors/registry.ts'
import { boundsIn } from '../harness/example-stores.ts'
import { readers } from '../harness/readers.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-waiting-')))
after(() => rmSync(folder, { recursive: true, force: true }))
const nowhere = { database: null, schema: null, root_path: null }
const rows = 20_000

function databaseOf(name: string): string {
  const uri = join(folder, `${name}.db`)
  const database = new DatabaseSync(uri)
  database.exec(`create table ${name} as
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${rows})
    select hex(randomblob(200)) as text from numbers`)
  database.close()
  return uri
}

/** The files that a process has open and that have no name any more. */
function namelessFiles(pid: number): string[] {
  const open = `/proc/${pid}/fd`
  const paths = readdirSync(open).map((file) => readlinkSync(join(open, file)))
  return paths.flatMap((path) => (path.endsWith(' (deleted)') ? [dirname(path)] : []))
}

describe('the process of an SQLite session that waits for the next one', () => {
  test('holds nothing of the session that was, and spills where the next one may', async () => {
    const processes: number[][] = []
    for (const name of ['first', 'second']) {
      const scratch = join(folder, `scratch of the ${name}`)
      mkdirSync(scratch)
      const bounds = { ...boundsIn(scratch), allowed_paths: [folder] }
      const session = await connectors.get('sqlite').open({ uri: databaseOf(name) }, nowhere, bounds)
      try {
        const spilled: string[] = []
        for await (const _batch of session.stream({
          sql: `select text from ${name} order by text`,
          parameters: [],
        }))
          if (spilled.length === 0)
            spilled.push(...readers('sqlite/child').flatMap((pid) => namelessFiles(pid)))
        assert.deepEqual([...new Set(spilled)], [bounds.scratch_folder])
        processes.push(readers('sqlite/child'))
      } finally {
        await session.close()
      }
      for (const pid of readers('sqlite/child')) {
        assert.equal(readlinkSync(`/proc/${pid}/cwd`), '/')
        const open = readdirSync(`/proc/${pid}/fd`).map((file) => readlinkSync(`/proc/${pid}/fd/${file}`))
        assert.deepEqual(
          open.filter((path) => path.startsWith(folder)),
          [],
        )
      }
    }
    assert.deepEqual(processes[1], processes[0], 'both were read by the same process')
  })

  test('says what a file needs whose log is not let be opened', async () => {
    const uri = join(folder, 'logged.db')
    const database = new DatabaseSync(uri)
    database.exec('pragma journal_mode = wal; create table logged (id int)')
    database.close()
    mkdirSync(`${uri}-wal`)
    const bounds = { ...boundsIn(join(folder, 'scratch of none')), allowed_paths: [folder] }
    await assert.rejects(connectors.get('sqlite').open({ uri }, nowhere, bounds), {
      message: /logged\.db" could not be opened: let the account of the service read it and its folder\.$/,
    })
  })

  test('is gone when its file could not be opened', async () => {
    const bounds = { ...boundsIn(join(folder, 'scratch of none')), allowed_paths: [folder] }
    const before = readers('sqlite/child')
    for (const uri of [join(folder, 'absent.db'), '/etc/hostname'])
      await assert.rejects(connectors.get('sqlite').open({ uri }, nowhere, bounds))
    assert.deepEqual(
      readers('sqlite/child').filter((pid) => !before.includes(pid)),
      [],
    )
  })
})
