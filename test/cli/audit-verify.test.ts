import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { describeContract } from '../harness/contract.ts'

const command = fileURLToPath(new URL('../../src/cli/audit-verify.ts', import.meta.url))

describeContract('npm run audit:verify', (app) => {
  let url = ''
  before(async () => {
    url = await app.server.listen({ host: '127.0.0.1', port: 0 })
    writeFileSync(join(app.folder, 'token'), 'admin-1\n')
    for (const name of ['one', 'two', 'three']) await app.ask('POST', '/api/user-tokens', { name })
  })

  const run = async (...more: string[]) => {
    const given = ['--url', url, '--token-file', join(app.folder, 'token'), ...more]
    const child = spawn(process.execPath, [command, ...given], { stdio: ['ignore', 'pipe', 'pipe'] })
    const ended = Promise.withResolvers<number | null>()
    child.on('close', ended.resolve)
    const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
    return { code: await ended.promise, out, errors }
  }

  test('ends with 0 and says what to keep; with that, it finds out later that entries are missing', async () => {
    const { code, out } = await run()
    assert.equal(code, 0)
    const known =
      /whole: 3 entries\. Its end is sealed since \d{4}-.* (--known) (3:[0-9a-f]{64})/.exec(out)?.slice(1) ??
      []
    assert.equal((await run(...known)).code, 0)
    const { pool } = app.environment.store
    await pool.query('alter table audit_logs disable trigger audit_logs_are_kept')
    await pool.query('delete from audit_logs where id = 3')
    const later = await run(...known)
    assert.equal(later.code, 1)
    assert.match(later.out, /BROKEN at entry 3: .*missing/)
  })

  test('ends with 2 and a sentence when it cannot be told', async () => {
    writeFileSync(join(app.folder, 'wrong'), 'nobody\n')
    const refused = await run('--token-file', join(app.folder, 'wrong'))
    assert.deepEqual([refused.code, refused.out], [2, ''])
    assert.match(refused.errors, /answers 401/)
    assert.match((await run('--known', 'x')).errors, /--known needs/)
  })
})
