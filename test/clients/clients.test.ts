import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'

const here = import.meta.dirname
const root = join(here, '../..')

/** Runs a program; what it printed, and 0 or the code with which it ended. */
async function run(command: string, args: readonly string[], folder: string) {
  try {
    const { stdout } = await promisify(execFile)(command, args, { cwd: folder, maxBuffer: 2 ** 26 })
    return { code: 0, output: stdout }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, output: `${stdout}${stderr}` }
  }
}

const script = (name: string, ...args: string[]) => run('npm', ['run', '--silent', name, '--', ...args], here)

/** Compiles one of the programs against what was generated beside it. */
async function compile(folder: string, program: string) {
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        target: 'esnext',
        module: 'esnext',
        moduleResolution: 'bundler',
        lib: ['esnext', 'dom'],
        types: [],
        strict: true,
        noUncheckedIndexedAccess: true,
        allowImportingTsExtensions: true,
        noEmit: true,
      },
      files: [program],
    }),
  )
  return run(join(root, 'node_modules/.bin/tsc'), ['--project', folder], folder)
}

describe('clients that are generated from the API document', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(here, 'programs-'))
    await cp(join(here, 'programs'), folder, { recursive: true })
  })
  after(() => rm(folder, { recursive: true }))

  test('types by openapi-typescript let a program start every type of run and read the answers', async () => {
    const generated = await script('types', join(folder, 'types.ts'))
    assert.equal(generated.code, 0, generated.output)
    assert.deepEqual(await compile(folder, 'with-types.ts'), { code: 0, output: '' })
  })

  test('a client by hey-api lets a program start every type of run and read the answers', async () => {
    const generated = await script('sdk', join(folder, 'sdk'))
    assert.equal(generated.code, 0, generated.output)
    assert.deepEqual(await compile(folder, 'with-sdk.ts'), { code: 0, output: '' })
  })
})

describe('linters of API documents', () => {
  test('redocly finds no error and no warning but those that its rule file argues', async () => {
    const { code, output } = await script('redocly')
    const { totals } = JSON.parse(output.slice(output.indexOf('{'))) as { totals: object }
    assert.deepEqual({ code, totals }, { code: 0, totals: { errors: 0, warnings: 0, ignored: 0 } })
  })

  test('spectral finds nothing but what its rule file argues', async () => {
    const { code, output } = await script('spectral')
    assert.deepEqual({ code, found: JSON.parse(output) as unknown }, { code: 0, found: [] })
  })
})
