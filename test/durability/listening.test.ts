import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { Client } from 'pg'
import { accountFor, spawnOptions } from '../../src/embedded/account.ts'
import { embeddedUrl } from '../../src/embedded/address.ts'
import { clusterOf, placeForHome, postmasterOf, startService } from '../harness/service-process.ts'

const loopback = '0100007F'

/** What the process listens on: addresses of TCP as the kernel writes them, and paths of sockets. */
function listening(pid: number): { tcp: string[]; sockets: string[] } {
  const inodes = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      const [, inode] = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`)) ?? []
      return inode === undefined ? [] : [inode]
    }),
  )
  const rowsOf = (kind: string) =>
    readFileSync(`/proc/${pid}/net/${kind}`, 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
  // The fourth column of the kernel's tables is the state, 0A for listening; the tenth the inode.
  const tcp = [...rowsOf('tcp'), ...rowsOf('tcp6')].filter(
    ([, , , state, , , , , , inode = '']) => state === '0A' && inodes.has(inode),
  )
  const sockets = rowsOf('unix').filter(([, , , , , , inode = '']) => inodes.has(inode))
  return {
    tcp: tcp.map(([, local = '']) => local.split(':')[0] ?? ''),
    sockets: sockets.flatMap(([, , , , , , , path]) => (path === undefined ? [] : [path])),
  }
}

const skip = process.platform !== 'linux' && 'what a process listens on is read from /proc'

describe('the embedded database', { skip }, () => {
  test('listens on the loopback and in a folder of its account alone, and lets nobody in without its password', async () => {
    const { home, remove } = placeForHome('open')
    after(remove)
    const service = startService({ ASSAY_HOME: home })
    await service.ready
    const url = new URL(embeddedUrl(home) ?? assert.fail('it runs'))
    const { folder } = clusterOf(home)
    assert.deepEqual(listening(postmasterOf(home)), {
      tcp: [loopback],
      sockets: [join(folder, `.s.PGSQL.${url.port}`)],
    })
    assert.equal(statSync(folder).mode & 0o777, 0o700)
    assert.equal(url.password.length, 32)
    for (const host of [url.hostname, folder]) {
      for (const password of ['', 'assay', 'postgres']) {
        const client = new Client({
          host,
          port: Number(url.port),
          user: 'assay',
          database: 'assay',
          password,
        })
        client.on('error', () => undefined)
        await assert.rejects(client.connect(), /password/)
      }
    }
    assert.deepEqual(await placesOfService(url.href), ['the socket'])
    assert.equal((await service.end('SIGTERM')).code, 0)
    assert.deepEqual(socketsIn(folder), [])
  })

  test('starts where a killed one left its socket, with the number of another process beside it', async () => {
    const { home, remove } = placeForHome('open')
    after(remove)
    const killed = startService({ ASSAY_HOME: home })
    await killed.ready
    const { folder } = clusterOf(home)
    const { port } = new URL(embeddedUrl(home) ?? assert.fail('it runs'))
    // On a busy machine the service would have time to start another server, which takes the lock away.
    killed.child.kill('SIGSTOP')
    process.kill(postmasterOf(home), 'SIGKILL')
    await killed.end('SIGKILL')
    const lock = join(folder, `.s.PGSQL.${port}.lock`)
    const [, ...rest] = readFileSync(lock, 'utf8').split('\n')
    // The server takes a process of another account for none of its own.
    const other = spawn('sleep', ['600'], spawnOptions(accountFor(folder)))
    after(() => other.kill())
    writeFileSync(lock, [other.pid, ...rest].join('\n'))
    const service = startService({ ASSAY_HOME: home })
    await service.ready
    assert.deepEqual(await placesOfService(embeddedUrl(home) ?? assert.fail('it runs')), ['the socket'])
    assert.equal((await service.end('SIGTERM')).code, 0)
  })

  test('is spoken with over TCP where the path of a socket would be too long', async () => {
    const { home, remove } = placeForHome('open')
    after(remove)
    const deep = join(home, 'd'.repeat(100))
    mkdirSync(deep, { recursive: true })
    // The account of the server has to come through.
    for (const folder of [home, deep]) chmodSync(folder, 0o711)
    const service = startService({ ASSAY_HOME: deep })
    await service.ready
    assert.deepEqual(listening(postmasterOf(deep)), { tcp: [loopback], sockets: [] })
    assert.deepEqual(await placesOfService(embeddedUrl(deep) ?? assert.fail('it runs')), ['127.0.0.1'])
    assert.equal((await service.end('SIGTERM')).code, 0)
  })
})

function socketsIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.startsWith('.s.PGSQL'))
}

/** Where the connections of the service come from. */
async function placesOfService(url: string): Promise<string[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(
      `select distinct coalesce(host(client_addr), 'the socket') as place from pg_stat_activity where application_name = 'assay-service'`,
    )
    return rows.map(({ place }) => place)
  } finally {
    await client.end()
  }
}
