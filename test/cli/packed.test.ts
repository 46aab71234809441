import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { ensureBundle } from '../../scripts/bundle/build.ts'

const root = resolve(import.meta.dirname, '../..')

/** The command as somebody has it who installed the packed package, which holds no sources. */
describe('the packed command', () => {
  let installed = ''
  let paths: string[]
  /** Of packages that it brings itself, as npm leaves them as they are here. */
  let brought: string[]
  before(async () => {
    await ensureBundle('packed')
    const packed = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: root,
      encoding: 'utf8',
    })
    const all: string[] = JSON.parse(packed.stdout)[0].files.map(({ path }: { path: string }) => path)
    brought = all.filter((path) => path.startsWith('node_modules/'))
    paths = all.filter((path) => !brought.includes(path))
    installed = mkdtempSync(join(tmpdir(), 'assay-packed-'))
    for (const path of paths) cpSync(join(root, path), join(installed, path))
    symlinkSync(join(root, 'node_modules'), join(installed, 'node_modules'))
  })
  after(() => rmSync(installed, { recursive: true, force: true }))

  test('holds the programs, the steps of the database and no source', () => {
    assert.deepEqual(
      paths.filter((path) => path.endsWith('.ts')),
      [],
    )
    for (const needed of ['dist/main.js', 'dist/connectors/duckdb/child.js', 'bin/assay.js', 'LICENSE'])
      assert.ok(paths.includes(needed), needed)
    assert.ok(paths.some((path) => path.startsWith('migrations/')))
  })

  test('brings the driver of SQL Server with what stands here for the packages of Azure, which it never asks', () => {
    assert.ok(brought.includes('node_modules/tedious/package.json'))
    for (const name of ['identity', 'keyvault-keys']) {
      const path = `node_modules/@azure/${name}/package.json`
      assert.ok(brought.includes(path), path)
      assert.equal(JSON.parse(readFileSync(join(root, path), 'utf8')).name, 'pluralize')
    }
    assert.deepEqual(
      brought.filter((path) => path.includes('@azure/msal')),
      [],
    )
  })

  test('finds what is wrong with a file', () => {
    const file = join(installed, 'orders.csv')
    writeFileSync(file, 'id,amount\n1,5\n2,-3\n')
    const checks = join(installed, 'checks.yaml')
    writeFileSync(checks, 'checks:\n  - {container: orders.csv, rule: notNegative, fields: [amount]}\n')
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(installed, 'bin/assay.js'), 'scan', file, '--checks', checks],
      { encoding: 'utf8', cwd: installed },
    )
    assert.equal(status, 1, stderr)
    assert.match(stdout, /orders\.csv +notNegative amount +1 +amount: -3, id: 2/)
  })
})

test('no package is made where the console cannot be built', () => {
  const checkout = mkdtempSync(join(tmpdir(), 'assay-unbuilt-'))
  try {
    for (const path of ['package.json', 'package-lock.json', 'scripts', 'console/package.json'])
      cpSync(join(root, path), join(checkout, path), { recursive: true })
    const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'))
    assert.match(scripts.prepack, /^node scripts\/console\.ts && /)
    const { status, stderr } = spawnSync(process.execPath, ['scripts/console.ts'], {
      cwd: checkout,
      encoding: 'utf8',
    })
    assert.equal(status, 1, stderr)
    assert.match(stderr, /^The console (?:is not built|could not be built)/)
  } finally {
    rmSync(checkout, { recursive: true, force: true })
  }
})
