import assert from 'node:assert/strict'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { accountFor } from './account.ts'
import { findBinaries, installedFolder } from './binaries.ts'

describe('the programs of the embedded PostgreSQL', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-binaries-'))
  chmodSync(folder, 0o755)
  after(() => rmSync(folder, { recursive: true }))
  const account = accountFor(null)
  const { folder: native, version } = installedFolder()

  /** An install in a private folder and without its library links, as `npm ci --ignore-scripts` leaves it. */
  function poorInstall(): { folder: string; version: string } {
    const place = join(folder, 'private')
    mkdirSync(place, { mode: 0o700 })
    const copy = join(place, 'native')
    cpSync(native, copy, {
      recursive: true,
      filter: (path) => !/lib(icu\w+|z|xml2)\.so(\.\d+)?$/.test(path),
    })
    for (const name of ['libxml2.so.2', 'libz.so.1'])
      cpSync(join(native, 'lib', name), join(copy, 'lib', name))
    return { folder: copy, version }
  }

  test('are copied to where the account can run them, with the links that an install without scripts lacks', () => {
    const copyFolder = join(folder, 'copy')
    mkdirSync(copyFolder, { mode: 0o755 })
    const found = findBinaries(account, copyFolder, poorInstall())
    assert.equal(found.postgres, join(copyFolder, `postgresql-${version}`, 'bin/postgres'))
    assert.equal(found.major, version.split('.')[0])
    assert.deepEqual(readdirSync(copyFolder), [`postgresql-${version}`])
    const made = statSync(found.postgres).mtimeMs
    findBinaries(account, copyFolder, { folder: join(folder, 'private/native'), version })
    assert.equal(statSync(found.postgres).mtimeMs, made, 'a good copy is used again')
  })

  test('that do not run are refused with the reason', () => {
    const broken = join(folder, 'broken')
    mkdirSync(join(broken, 'bin'), { recursive: true })
    writeFileSync(join(broken, 'pg-symlinks.json'), '[]')
    writeFileSync(join(broken, 'bin/postgres'), '#!/bin/sh\necho "no such library" >&2\nexit 127\n', {
      mode: 0o755,
    })
    const copies = join(folder, 'copies')
    mkdirSync(copies, { mode: 0o755 })
    assert.throws(
      () => findBinaries(account, copies, { folder: broken, version }),
      /does not run on this machine: no such library\. Run "npm ci" again, or set DATABASE_URL/,
    )
  })
})
