import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { planBatches } from '../../scripts/test/plan.ts'
import { gone } from '../harness/readers.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-runner-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const shared = 'test/contract'

/** Runs `npm test` over test files of its own, whose contents are given by their names in a folder that shares processes. */
async function run(
  name: string,
  files: Record<string, string>,
  ...flags: string[]
): Promise<{ status: number; said: string }> {
  const root = join(folder, name)
  mkdirSync(join(root, shared), { recursive: true })
  for (const [file, content] of Object.entries(files)) {
    writeFileSync(
      join(root, shared, `${file}.test.ts`),
      `import { before, test } from 'node:test'\n${content}\n`,
    )
  }
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const program = fileURLToPath(new URL('../../scripts/test.ts', import.meta.url))
  const child = spawn(process.execPath, [program, ...Object.keys(files), ...flags], {
    cwd: root,
    env: { ...env, FORCE_COLOR: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said, [status]] = await Promise.all([text(child.stdout), once(child, 'close')])
  return { status, said }
}

const counts = (said: string): Record<string, number> =>
  Object.fromEntries(
    [...said.matchAll(/^ℹ (tests|pass|fail) (\d+)$/gm)].map(([, word, count]) => [word, Number(count)]),
  )

describe('npm test', () => {
  test('runs the files of one process one after the other, each with its own hooks, and counts every test', async () => {
    const { status, said } = await run('passing', {
      first: `let ready = 0; before(() => { ready += 1 }); test('one', (t) => t.assert.equal(ready, 1))`,
      second: `let ready = 0; before(() => { ready += 1 }); test('one', (t) => t.assert.equal(ready, 1)); test('two', () => {})`,
    })
    assert.deepEqual([status, counts(said)], [0, { tests: 3, pass: 3, fail: 0 }], said)
    assert.match(said, /▶ test\/contract\/second\.test\.ts/)
  })

  test('names the file of each failure: a failing test, one that cannot be loaded, one that changes its process', async () => {
    const { status, said } = await run('failing', {
      broken: `test('this is wrong', () => { throw new Error('broken') })`,
      gone: `import './nowhere.ts'`,
      spoils: `process.env['SPOILT'] = 'yes'; test('passes', () => {})`,
    })
    assert.deepEqual([status, counts(said)], [1, { tests: 4, pass: 1, fail: 3 }], said)
    assert.match(said, /test at test\/contract\/broken\.test\.ts:2:1\n✖ this is wrong/)
    assert.match(said, /gone\.test\.ts[\s\S]*Cannot find module/)
    assert.match(said, /spoils\.test\.ts leaves the process that it shares as it was/)
  })

  test('asked for a name, tells why a file could not be loaded, and nothing of files without such a test', async () => {
    const { status, said } = await run(
      'named',
      {
        fine: `test('wanted', () => {}); test('other', () => {})`,
        gone: `import './nowhere.ts'`,
        late: `import { describe } from 'node:test'; describe('a group', () => { test('wanted', () => {}) }); throw new Error('broken at its end')`,
        others: `test('other', () => {})`,
      },
      '--test-name-pattern=wanted',
    )
    assert.equal(status, 1, said)
    assert.equal(counts(said)['fail'], 2, said)
    assert.match(said, /✖ test\/contract\/gone\.test\.ts\n {2}It could not be loaded: .*Cannot find module/)
    assert.match(
      said,
      /✖ test\/contract\/late\.test\.ts\n {2}It could not be loaded: Error: broken at its end/,
    )
    assert.doesNotMatch(said, /others\.test\.ts/)
  })

  test('asked for a name, runs every test of that name, in whatever file', async () => {
    const { status, said } = await run(
      'named',
      {
        first: `test('wanted', () => {})`,
        none: `test('other', () => {})`,
        second: `await null; test('wanted', () => {}); test('other', () => {})`,
        third: `test('wanted', () => {})`,
      },
      '--test-name-pattern=wanted',
    )
    assert.deepEqual([status, counts(said)], [0, { tests: 3, pass: 3, fail: 0 }], said)
  })

  test('asked for a name that no test has, fails and says so', async () => {
    const { status, said } = await run(
      'unnamed',
      { some: `test('passes', () => {})` },
      '--test-name-pattern=nowhere',
    )
    assert.deepEqual([status, counts(said)], [1, { tests: 1, pass: 0, fail: 1 }], said)
    assert.match(said, /No test was run: none has the name that was asked for/)
  })

  test('a process that a failed test keeps alive ends by itself, and the file is named; the others count', async (t) => {
    process.env['ASSAY_TEST_PATIENCE_SECONDS'] = '1'
    t.after(() => delete process.env['ASSAY_TEST_PATIENCE_SECONDS'])
    const { status, said } = await run('open', {
      a: `test('passes', () => {})`,
      b: `import { createServer } from 'node:net'
        test('leaves a server', () => { createServer().listen(0); throw new Error('broken') })`,
      c: `test('passes', () => {})`,
    })
    assert.deepEqual([status, counts(said)], [1, { tests: 4, pass: 2, fail: 2 }], said)
    assert.match(
      said,
      /✖ test\/contract\/b\.test\.ts\n {2}\[It left open what kept its process from ending: TCPServerWrap\./,
    )
  })

  test('a test that never ends fails with its file, and the files behind it are run', async (t) => {
    process.env['ASSAY_TEST_FILE_SECONDS'] = '2'
    t.after(() => delete process.env['ASSAY_TEST_FILE_SECONDS'])
    const { status, said } = await run('endless', {
      a: `test('passes', () => {})`,
      b: `import { after, describe } from 'node:test'
        describe('a group', () => {
          const alive = setInterval(() => {}, 100)
          after(() => clearInterval(alive))
          test('waits for ever', () => new Promise(() => {}))
          test('comes after it', () => {})
        })`,
      c: `test('passes', () => {})`,
    })
    assert.equal(status, 1, said)
    assert.equal(counts(said)['pass'], 2, said)
    assert.match(said, /b\.test\.ts \([\d.]+ms\)\n\s+Error: It was given up after 2 seconds\./)
    assert.match(said, /✖ waits for ever/)
  })

  test('a loop without end has its process killed with what that started, and its file named, as are those behind it', async (t) => {
    const started = join(folder, 'started')
    const settings = { ASSAY_TEST_FILE_SECONDS: '4', ASSAY_TEST_PATIENCE_SECONDS: '4' }
    Object.assign(process.env, settings)
    t.after(() => Object.keys(settings).forEach((name) => delete process.env[name]))
    const { status, said } = await run('looping', {
      a: `test('passes', () => {})`,
      b: `import { spawn } from 'node:child_process'; import { writeFileSync } from 'node:fs'
        writeFileSync(${JSON.stringify(started)}, String(spawn('sleep', ['3600']).pid))
        test('turns for ever', () => { for (;;) Date.now() })`,
      c: `test('never runs', () => {})`,
    })
    assert.deepEqual([status, counts(said)['fail']], [1, 2], said)
    assert.match(
      said,
      /✖ test\/contract\/b\.test\.ts\n {2}\[It was killed: its process did not answer for 4 seconds/,
    )
    assert.match(
      said,
      /c\.test\.ts\n {2}\[It was not run to its end: its process ended in test\/contract\/b\./,
    )
    await gone([Number(readFileSync(started, 'utf8'))])
  })

  test('an error that comes when its test has ended is laid on the file that began it; the others count', async () => {
    const { status, said } = await run('stray', {
      a: `test('goes before', () => { setTimeout(() => Promise.reject(new Error('nobody waits')), 100) })`,
      b: `test('takes its time', (_t, done) => { setTimeout(done, 1000) })`,
      c: `test('passes', () => {})`,
    })
    assert.deepEqual([status, counts(said)], [1, { tests: 4, pass: 3, fail: 1 }], said)
    assert.match(
      said,
      /✖ test\/contract\/a\.test\.ts\n {2}An error came that no test waited for: Error: nobody waits/,
    )
  })

  test('such an error in one process says nothing of the files of another that is still at work', async () => {
    const { status, said } = await run(
      'stray-beside',
      {
        a: `test('goes before', () => { setTimeout(() => Promise.reject(new Error('nobody waits')), 100) })`,
        b: `test('takes its time', (_t, done) => { setTimeout(done, 2000) })`,
      },
      // Each file has a process of its own.
      '--test-name-pattern=.',
    )
    assert.deepEqual([status, counts(said)], [1, { tests: 3, pass: 2, fail: 1 }], said)
    assert.match(said, /✖ test\/contract\/a\.test\.ts\n {2}An error came/)
  })

  test('what a test begins belongs to it: an error that comes while it waits fails it, a test that it makes is one of its own', async () => {
    const { status, said } = await run('begun', {
      a: `test('waits', async () => {
          setTimeout(() => { throw new Error('from a timer') }, 10)
          await new Promise((go) => setTimeout(go, 60_000).unref())
        })`,
      b: `import { describe } from 'node:test'
        describe('a group', async () => {
          await null
          before(() => null)
          test('in it', async () => {
            await null
            await test('in that', () => { throw new Error('broken') })
          })
        })`,
    })
    assert.deepEqual([status, counts(said)], [1, { tests: 3, pass: 0, fail: 3 }], said)
    assert.match(said, /✖ waits[^]*Error: from a timer/)
    assert.match(said, /▶ a group\n {4}▶ in it\n {6}✖ in that/)
  })

  test('nothing follows each promise of a test: their numbers would show it', async () => {
    const { status, said } = await run('promises', {
      a: `import { AsyncResource } from 'node:async_hooks'
        test('waits a thousand times', async (t) => {
          const number = () => new AsyncResource('a mark').asyncId()
          const first = number()
          for (let times = 0; times < 1000; times++) await null
          t.assert.ok(number() - first < 1000)
        })`,
    })
    assert.deepEqual([status, counts(said)], [0, { tests: 1, pass: 1, fail: 0 }], said)
  })

  for (const [way, end] of [
    ['is killed', `process.kill(process.pid, 'SIGKILL')`],
    ['ends as if all were well', 'process.exit(0)'],
  ] as const) {
    test(`a process that ${way} in the middle fails the file that it was in and those behind it`, async () => {
      const { status, said } = await run(`ended-${end.length}`, {
        a: `test('passes', () => {})`,
        b: `test('ends', async () => { ${end}; await new Promise(() => {}) })`,
        c: `test('never runs', () => {})`,
      })
      const { fail } = counts(said)
      assert.deepEqual([status, fail], [1, 2], said)
      assert.match(said, /✖ test\/contract\/b\.test\.ts\n {2}\[The process ended before its tests had\.\]/)
      assert.match(
        said,
        /c\.test\.ts\n {2}\[It was not run to its end: its process ended in test\/contract\/b\.test\.ts\./,
      )
    })
  }
})

describe('the plan of the tests', () => {
  const costs: Record<string, number> = {
    'test/durability/long.test.ts': 300,
    'test/contract/long.test.ts': 200,
  }
  const files = [
    ...Object.keys(costs),
    'test/durability/short.test.ts',
    ...Array.from({ length: 100 }, (_, index) => `test/contract/${index}.test.ts`),
  ]
  const batches = planBatches(files, (path) => costs[path] ?? 1, 2)

  test('has every file once, the longest first', () => {
    assert.deepEqual(batches.flat().toSorted(), files.toSorted())
    assert.deepEqual(batches.slice(0, 2), [['test/durability/long.test.ts'], ['test/contract/long.test.ts']])
  })

  test('gives a process of its own to what is long or not known to share one, and few to the others', () => {
    assert.deepEqual(
      batches.map((batch) => batch.length).toSorted((one, other) => one - other),
      [1, 1, 1, 50, 50],
    )
  })
})
