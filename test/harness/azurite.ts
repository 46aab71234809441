import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const program = process.env['ASSAY_TEST_AZURITE']

/** Why the tests of Azurite are skipped; false when they run. */
export const azuriteAbsence: string | false = program
  ? false
  : 'ASSAY_TEST_AZURITE names no program of Azurite; `npm run engines -- azurite` installs one and runs this'

/** The account that every Azurite has, with the key that its documents print. */
const account = 'devstoreaccount1'
const key = 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=='
const version = '2021-12-02'

/** Microsoft's own emulator of Azure Blob Storage, with one container, `lake`. */
export interface Azurite {
  /** The members of a connection to it. */
  connection: { uri: string; access_key: string; secret_key: string; parameters: { endpoint: string } }
  put(blob: string, content: string | Uint8Array): Promise<void>
  close(): Promise<void>
}

/** Starts one in a process of its own, on a free port. */
export async function startAzurite(): Promise<Azurite> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-azurite-'))
  const given = [program ?? '', '--blobPort', '0', '--location', folder, '--disableTelemetry']
  const child = spawn(process.execPath, given, { stdio: ['ignore', 'pipe', 'inherit'] })
  const endpoint = await addressOf(child.stdout)
  await put(endpoint, '/lake', { restype: 'container' }, null)
  return {
    connection: {
      uri: 'az://lake',
      access_key: account,
      secret_key: key,
      parameters: { endpoint: `${endpoint}/${account}` },
    },
    put: (blob, content) =>
      put(endpoint, `/lake/${blob.split('/').map(encodeURIComponent).join('/')}`, {}, content),
    async close() {
      child.kill()
      if (child.exitCode === null) await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(output)) {
    const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(/successfully listens/.test(line) ? line : '') ?? []
    if (address) return address
  }
  throw new Error('Azurite ended before it listened.')
}

/** Makes the container (`content` null) or a blob in it. */
async function put(
  endpoint: string,
  place: string,
  query: Record<string, string>,
  content: string | Uint8Array | null,
): Promise<void> {
  const path = `/${account}${place}`
  const own = {
    ...(content !== null && { 'x-ms-blob-type': 'BlockBlob' }),
    'x-ms-date': new Date().toUTCString(),
    'x-ms-version': version,
  }
  const length = content === null ? 0 : Buffer.byteLength(content)
  const signed = [
    'PUT\n\n',
    length === 0 ? '' : String(length),
    // Content-MD5 and -Type, Date, four conditions and Range.
    '\n\n\n\n\n\n\n',
    ...Object.entries(own).map(([name, value]) => `${name}:${value}`),
    `/${account}${path}`,
    ...Object.entries(query).map(([name, value]) => `${name}:${value}`),
  ].join('\n')
  const signature = createHmac('sha256', Buffer.from(key, 'base64')).update(signed).digest('base64')
  const answer = await fetch(`${endpoint}${path}?${new URLSearchParams(query).toString()}`, {
    method: 'PUT',
    headers: { ...own, authorization: `SharedKey ${account}:${signature}` },
    body: content === null ? null : Buffer.from(content),
  })
  if (!answer.ok) throw new Error(`Azurite refused ${path}: ${answer.status} ${await answer.text()}`)
}
