import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { after, describe, test } from 'node:test'
import { freshDatabase } from '../harness/database.ts'
import type { As } from '../harness/launch-service.ts'
import { clusterOf, placeForHome, plainUser, startService } from '../harness/service-process.ts'

/** Starts it and expects nothing but one sentence and the exit code 1. */
async function refused(environment: Record<string, string>, sentence: RegExp, as: As = null): Promise<void> {
  const { code, out, errors } = await startService(environment, as).ended
  assert.equal(code, 1, errors.join('\n'))
  assert.equal(errors.length, 1, errors.join('\n'))
  assert.match(errors[0] ?? '', sentence)
  assert.ok(!out.some((line) => line.includes('ready')))
}

function mountSmall(folder: string, options: string): boolean {
  mkdirSync(folder, { recursive: true })
  return spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status === 0
}

describe('a start that cannot succeed says why in one sentence and ends with 1', async () => {
  const { home, remove } = placeForHome('open')
  after(remove)
  const database = await freshDatabase()
  after(() => database.close())
  const urlWith = (change: (url: URL) => void) => {
    const url = new URL(database.url)
    change(url)
    return url.href
  }

  test('a bad setting', () =>
    refused({ ASSAY_HOME: home, ASSAY_PORT: 'http' }, /^ASSAY_PORT is "http"; expected a whole number/))

  test('a database that is down', async () => {
    const url = urlWith((url) => (url.port = '1'))
    await refused({ ASSAY_HOME: home, DATABASE_URL: url }, /is down: nothing answers at 127\.0\.0\.1:1\./)
  })

  test('a database that refuses the password, which is not repeated', async () => {
    const url = urlWith((url) => (url.password = 'wrong-password'))
    await refused(
      { ASSAY_HOME: home, DATABASE_URL: url },
      /^(?!.*wrong-password).*refuses the password of the user "assay"/,
    )
  })

  test('a database that does not exist', async () => {
    const url = urlWith((url) => (url.pathname = '/nowhere'))
    await refused({ ASSAY_HOME: home, DATABASE_URL: url }, /has no database "nowhere"/)
  })

  test('a database that was set up with another secret key', async () => {
    const settings = { ASSAY_HOME: home, DATABASE_URL: database.url }
    const service = startService({ ...settings, ASSAY_SECRET_KEY: 'one key that is long enough to be one' })
    await service.ready
    await service.end()
    await refused(
      { ...settings, ASSAY_SECRET_KEY: 'another key that is long enough to be one' },
      /^The secret key is not the one that this database was set up with/,
    )
  })

  test('a port in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    // A server left open would keep this file from ending.
    after(() => other.close())
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const place = placeForHome('open')
    after(place.remove)
    await refused(
      { ASSAY_HOME: place.home, ASSAY_PORT: String(port) },
      new RegExp(`^The port ${port} of 127\\.0\\.0\\.1 is in use\\.`),
    )
    assert.ok(!existsSync(join(place.home, 'embedded-postgresql')), 'a database was made for nothing')
  })

  test('a home that is a file', () =>
    refused({ ASSAY_HOME: import.meta.filename }, /^ASSAY_HOME cannot be used .* a file is in the way/))

  test('a home in a place where nothing can be', () =>
    refused({ ASSAY_HOME: '/proc/nowhere/home' }, /^ASSAY_HOME cannot be used \(\/proc\/nowhere\/home\)/))

  test('a home that its account may not write', async (context) => {
    const account = plainUser()
    if (typeof account === 'string') return context.skip(account)
    if (spawnSync('/bin/sh', ['-c', `cd "${import.meta.dirname}"`], account).status !== 0) {
      return context.skip('a plain user cannot enter this checkout')
    }
    const place = placeForHome('open')
    after(place.remove)
    mkdirSync(place.home)
    chownSync(place.home, account.uid, account.gid)
    chmodSync(place.home, 0o500)
    await refused(
      { ASSAY_HOME: place.home },
      /^ASSAY_HOME cannot be used .* this account may not do that/,
      account,
    )
  })

  for (const [kind, options, sentence] of [
    ['a read-only disk', 'ro,size=64m', /the disk is read-only/],
    // Too small for the key, for the files of a new database, and for its first log.
    ['a disk that is full at once', 'size=4k,nr_inodes=3', /the disk is full/],
    ['a disk that fills while the database is made', 'size=24m', /could not be created .* the disk is full/],
  ] as const) {
    test(kind, async (context) => {
      const place = placeForHome('open')
      after(place.remove)
      if (!mountSmall(place.home, options)) return context.skip('mounting a small disk is not permitted here')
      try {
        await refused({ ASSAY_HOME: place.home }, sentence)
      } finally {
        spawnSync('umount', [place.home])
      }
    })
  }

  test('a database folder that is gone, and one whose record is gone', async () => {
    const place = placeForHome('open')
    after(place.remove)
    const service = startService({ ASSAY_HOME: place.home })
    await service.ready
    await service.end()
    const { folder } = clusterOf(place.home)
    renameSync(folder, `${folder}.away`)
    await refused({ ASSAY_HOME: place.home }, /^The database folder .* is gone or incomplete\. Restore it/)
    renameSync(`${folder}.away`, folder)
    const record = join(place.home, 'embedded-postgresql')
    renameSync(record, `${record}.away`)
    await refused({ ASSAY_HOME: place.home }, /is there but .*, which holds its password, is gone/)
    rmSync(dirname(place.home), { recursive: true })
  })
})
