import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'

const source = (path: string): string => new URL(`../../src/${path}`, import.meta.url).href

/** Takes every file handle that its limit leaves, asks a process that cannot be started then, and prints what came of it. */
const program = `
  import { openSync } from 'node:fs'
  import { endedOver, ReadingProcess } from '${source('connectors/shared/reading-process.ts')}'
  const asked = { file: new URL('${source('engine/text-child.ts')}'), environment: {} }
  // What a process needs to be started is loaded before.
  await new ReadingProcess(asked, 64).end(0)
  try { for (;;) openSync('/dev/null') } catch {}
  const unstarted = new ReadingProcess(asked, 64)
  const { message, retryable } = await unstarted.ask({}).catch(endedOver)
  await unstarted.end(0)
  console.log(JSON.stringify({ message, retryable }))
`

test('a machine without room for one more process fails the statement, which is tried again, and not the service', async () => {
  const limited = ['-c', 'ulimit -n 64; exec "$0" "$@"', process.execPath, '--no-warnings']
  const { stdout } = await promisify(execFile)('/bin/sh', [
    ...limited,
    '--input-type=module',
    '--eval',
    program,
  ])
  assert.deepEqual(JSON.parse(stdout), {
    message: 'The process that reads the source could not be started: spawn /bin/sh EMFILE.',
    retryable: true,
  })
})
