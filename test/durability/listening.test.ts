import assert from 'node:assert/strict'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { after, test } from 'node:test'
import { Client } from 'pg'
import { embeddedUrl } from '../../src/embedded/address.ts'
import { placeForHome, postmasterOf, startService } from '../harness/service-process.ts'

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

test(
  'the embedded database listens on the loopback alone, and lets nobody in without its password',
  { skip: process.platform !== 'linux' && 'what a process listens on is read from /proc' },
  async () => {
    const { home, remove } = placeForHome('open')
    after(remove)
    const service = startService({ ASSAY_HOME: home })
    await service.ready
    assert.deepEqual(listening(postmasterOf(home)), { tcp: [loopback], sockets: [] })
    const url = new URL(embeddedUrl(home) ?? assert.fail('it runs'))
    assert.equal(url.password.length, 32)
    for (const password of ['', 'assay', 'postgres']) {
      url.password = password
      const client = new Client({ connectionString: url.href, password })
      client.on('error', () => undefined)
      await assert.rejects(client.connect(), /password/)
    }
    assert.equal((await service.end('SIGTERM')).code, 0)
  },
)
