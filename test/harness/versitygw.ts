import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import aws4 from 'aws4'
import { encoded } from '../../src/connectors/objects/address.ts'
import { freePort } from './free-port.ts'

const program = process.env['ASSAY_TEST_VERSITYGW']

/** Why the tests of versitygw are skipped; false when they run. */
export const versitygwAbsence: string | false = program
  ? false
  : 'ASSAY_TEST_VERSITYGW names no program of versitygw; `npm run engines -- versitygw` installs one and runs this'

const keys = { access_key: 'AKIAVERSITY', secret_key: 'wJalr/Versity+Key' }
const region = 'eu-test-2'
const startMs = 30_000

/** A server of the S3 protocol over a folder, with one bucket, `lake`. */
export interface Versitygw {
  /** The members of a connection to it. */
  connection: {
    uri: string
    access_key: string
    secret_key: string
    parameters: { endpoint: string; region: string }
  }
  put(key: string, content: string | Uint8Array): Promise<void>
  /** Where the objects of the bucket are files. */
  folder: string
  close(): Promise<void>
}

/** Starts one in a process of its own, on a free port, with its objects in a folder of its own below `parent`. */
export async function startVersitygw(parent = tmpdir()): Promise<Versitygw> {
  const folder = mkdtempSync(join(parent, 'assay-versitygw-'))
  for (const name of ['objects', 'about']) mkdirSync(join(folder, name))
  const port = await freePort()
  const [objects, about] = ['objects', 'about'].map((name) => join(folder, name))
  const given = ['--port', `127.0.0.1:${port}`, '--access', keys.access_key, '--secret', keys.secret_key]
  const backend = ['--region', region, '--quiet', 'posix', '--sidecar', about ?? '', objects ?? '']
  const child = spawn(program ?? '', [...given, ...backend], { stdio: ['ignore', 'ignore', 'inherit'] })
  const end = async (): Promise<void> => {
    child.kill()
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await made(port, () => child.exitCode !== null)
  } catch (error) {
    await end()
    throw error
  }
  return {
    connection: {
      uri: 's3://lake',
      ...keys,
      parameters: { endpoint: `http://127.0.0.1:${port}`, region },
    },
    async put(key, content) {
      const status = await sent(port, `/lake/${key.split('/').map(encoded).join('/')}`, content)
      if (status !== 200) throw new Error(`versitygw refused ${key}: ${status}`)
    },
    folder: join(objects ?? '', 'lake'),
    close: end,
  }
}

/** Makes the bucket as soon as the server listens. */
async function made(port: number, isOver: () => boolean): Promise<void> {
  for (const until = Date.now() + startMs; Date.now() < until && !isOver(); await pause(50)) {
    const status = await sent(port, '/lake', '').catch(() => null)
    if (status === 200) return
    if (status !== null) throw new Error(`versitygw refused to make a bucket: ${status}`)
  }
  throw new Error('versitygw did not come up.')
}

/** The status of the answer to a signed PUT; the path is encoded. */
function sent(port: number, path: string, content: string | Uint8Array): Promise<number> {
  const body = Buffer.from(content)
  const { headers } = aws4.sign(
    {
      service: 's3',
      region,
      method: 'PUT',
      path,
      headers: { Host: `127.0.0.1:${port}`, 'Content-Length': body.length },
      body,
    },
    { accessKeyId: keys.access_key, secretAccessKey: keys.secret_key },
  )
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, method: 'PUT', headers: { ...headers } })
    asked.on('error', reject)
    asked.on('response', (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    })
    asked.end(body)
  })
}
