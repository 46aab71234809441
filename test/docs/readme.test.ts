import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { askService, placeForHome, startService } from '../harness/service-process.ts'

interface Outcome {
  result: string
  destination_entity: { status: string } | null
}

const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8')

/** The README's shell lines that promote it, behind the definitions that they need. */
function promotion(): string {
  const found = [...readme.matchAll(/```sh\n(.*?)```/gs)].find(([, block]) =>
    block?.includes('promote_quality_check'),
  )
  const [definitions] = firstCheck().split('# In parentheses')
  return `${definitions}${found?.[1] ?? assert.fail('the README promotes a check')}`
}

/** The README's shell lines that make the first check. */
function firstCheck(): string {
  const blocks = [...readme.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block)
  const found = blocks.filter((block) => block.includes('curl'))
  assert.equal(found.length, 1, 'the README has one block of curl lines')
  return found[0] ?? ''
}

test('the first check of the README finds what the README says', async (context) => {
  for (const program of ['bash', 'curl']) {
    if (spawnSync(program, ['--version']).error) return context.skip(`${program} is not installed`)
  }
  const { home, remove } = placeForHome('open')
  after(remove)
  const folder = dirname(home)
  symlinkSync(home, join(folder, '.assay'))
  const service = startService({ ASSAY_HOME: home, ASSAY_ALLOWED_PATHS: folder })
  const url = await service.ready
  assert.ok(firstCheck().includes('http://127.0.0.1:8080/api'))
  const script = firstCheck().replace('http://127.0.0.1:8080', url)
  // As a reader pastes it: the shell itself does not stop at a failure.
  const paste = () => promisify(execFile)('bash', ['-c', script], { cwd: folder })
  const { stdout } = await paste()

  // Each answer is one JSON value, and nothing stands between them.
  const answers = stdout.split(/(?<=\})(?=\{)/).map((text) => JSON.parse(text) as Record<string, unknown>)
  assert.equal(answers.length, 3)
  const [check, anomalies, source] = answers
  assert.deepEqual([check?.['rule_type'], check?.['status']], ['notNegative', 'Active'])
  assert.equal(anomalies?.['total'], 1)
  assert.equal(source?.['source_record'], '[{"id":2,"customer":"Bob","amount":-5}]')

  const runs = await askService(url, home, 'GET', '/operations?result=success')
  assert.equal((runs.body as { total: number }).total, 2)

  const again = await paste().then(
    () => assert.fail('the block does not succeed twice'),
    (error: unknown) => error as { stdout: string; stderr: string },
  )
  assert.match(again.stderr, /Stopped: .*"My files"/)
  assert.equal(again.stdout, '')
  const afterwards = await askService(url, home, 'GET', '/operations')
  assert.equal((afterwards.body as { total: number }).total, 2)

  const promoting = ['-c', promotion().replace('http://127.0.0.1:8080', url)]
  const { stdout: promoted } = await promisify(execFile)('bash', promoting, { cwd: folder })
  const lists = promoted.split(/(?<=\})(?=\{)/).map((text) => JSON.parse(text) as { items: Outcome[] })
  assert.deepEqual(
    lists.map(({ items }) =>
      items.map(({ result, destination_entity }) => [result, destination_entity?.status]),
    ),
    [[['created', undefined]], [['created', 'Active']]],
  )
  assert.equal((await service.end()).code, 0)
})
