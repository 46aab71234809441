import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, test } from 'node:test'
import { gone, working } from '../harness/readers.ts'
import { asking, untilEnded, type Body } from '../harness/scan-rounds.ts'
import { placeForPreparedHome, startService } from '../harness/service-process.ts'

const endless = {
  local:
    '(select count(*) from range(1000000000000) as a, range(1000000) as b where a.range % 7 = b.range % 11) = id',
  sqlite:
    'exists (with recursive w(n) as (select 1 union all select n + 1 from w) select 1 from w where n < 0)',
}

describe('a service that is killed', () => {
  for (const type of ['local', 'sqlite'] as const) {
    test(`leaves no process behind that still evaluates a check of the connection type ${type}`, async () => {
      const folder = mkdtempSync(join(tmpdir(), 'assay-orphans-'))
      after(() => rmSync(folder, { recursive: true, force: true }))
      const { home, remove } = await placeForPreparedHome()
      after(remove)
      const service = startService({ ASSAY_HOME: home, ASSAY_ALLOWED_PATHS: folder })
      const ask = asking(await service.ready, home)
      mkdirSync(join(folder, 'data'))
      writeFileSync(join(folder, 'data/numbers.csv'), 'id\n1\n2\n')
      const database = new DatabaseSync(join(folder, 'store.sqlite'))
      database.exec('create table numbers (id int); insert into numbers values (1), (2)')
      database.close()
      const source =
        type === 'local'
          ? { connection: { name: type, type }, root_path: join(folder, 'data') }
          : { connection: { name: type, type, uri: join(folder, 'store.sqlite') } }
      const { id: datastore_id } = await ask('POST', '/datastores', { name: type, ...source })
      const sync = await ask('POST', '/operations/run', { type: 'sync', datastore_id })
      await untilEnded(ask, sync.id)
      const { items }: Body = await ask('GET', `/containers?datastore=${datastore_id}`)
      await ask('POST', '/quality-checks', {
        container_id: items[0].id,
        rule: 'satisfiesExpression',
        description: 'endless',
        properties: { expression: '{{ work }}' },
      })
      await ask('POST', '/operations/run', {
        type: 'scan',
        datastore_id,
        check_variables: { work: endless[type] },
      })
      const reader = await working(type === 'local' ? 'duckdb/child' : 'sqlite/child', 500, service.child.pid)
      await service.end('SIGKILL')
      await gone([reader])
    })
  }
})
