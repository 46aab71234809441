import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'

const folder = mkdtempSync(join(tmpdir(), 'assay-no-room-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const uri = join(folder, 'source.sqlite')
writeFileSync(uri, '')

const source = (path: string): string => new URL(`../../src/${path}`, import.meta.url).href

/** Takes every file handle that its limit leaves, and prints what comes of a process and of a session that need one more. */
const program = `
  import { openSync } from 'node:fs'
  import { connectors } from '${source('connectors/registry.ts')}'
  import { endedOver, ReadingProcess } from '${source('connectors/shared/reading-process.ts')}'
  const asked = { file: new URL('${source('engine/text-child.ts')}'), environment: {} }
  const open = (memory_mb) => connectors.get('sqlite').open({ uri: '${uri}' }, {}, {
    memory_mb, scratch_folder: '${folder}', allowed_paths: ['${folder}'], statement_timeout_seconds: 60,
    signal: new AbortController().signal,
  })
  // What opening needs is loaded before.
  await (await open(64)).close()
  try { for (;;) openSync('/dev/null') } catch {}
  const unstarted = new ReadingProcess(asked, 64)
  const { message, retryable } = await unstarted.ask({}).catch(endedOver)
  await unstarted.end(0)
  const unopened = await open(65).catch(({ code, message, retryable }) => ({ code, message, retryable }))
  console.log(JSON.stringify([{ message, retryable }, unopened]))
`

test('a machine without room for one more process fails what needs it, which is tried again, and not the service', async () => {
  const limited = ['-c', 'ulimit -n 64; exec "$0" "$@"', process.execPath, '--no-warnings']
  const { stdout } = await promisify(execFile)('/bin/sh', [
    ...limited,
    '--input-type=module',
    '--eval',
    program,
  ])
  const message = 'The process that reads the source could not be started: spawn /bin/sh EMFILE.'
  assert.deepEqual(JSON.parse(stdout), [
    { message, retryable: true },
    { code: 'connection_failed', message, retryable: true },
  ])
})
