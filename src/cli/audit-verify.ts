// Asks a running service to verify its audit log; ends with 0 when it is whole, 1 when it is not, 2 when it cannot be told.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:8080' },
    'token-file': { type: 'string', default: '.assay/admin-token' },
    // `<id>:<hash>` as an earlier verification printed it.
    known: { type: 'string' },
  },
})

interface Verification {
  valid: boolean
  entries: number
  last: { id: number; hash: string } | null
  broken: { id: number; reason: string } | null
  sealed: { since: string; entries_before: number } | null
}

try {
  const { valid, entries, last, broken, sealed } = await verification()
  const since = sealed
    ? ` Its end is sealed since ${sealed.since} (${sealed.entries_before} entries are older).`
    : ''
  const known = last
    ? ` Keep its end where nobody who can write to the database can change it, for the next time: --known ${last.id}:${last.hash}`
    : ''
  if (valid) process.stdout.write(`The audit log is whole: ${entries} entries.${since}${known}\n`)
  else {
    process.stdout.write(
      `The audit log is BROKEN at entry ${broken?.id}: ${broken?.reason} The ${entries} entries before it are in order.\n`,
    )
  }
  process.exitCode = valid ? 0 : 1
} catch (error) {
  process.stderr.write(`The audit log could not be verified: ${describe(error)}\n`)
  process.exitCode = 2
}

async function verification(): Promise<Verification> {
  const url = new URL('/api/audit-logs/verification', values.url)
  if (values.known !== undefined) {
    const [, id, hash] = /^(\d+):([0-9a-f]{64})$/.exec(values.known) ?? []
    if (id === undefined || hash === undefined) throw new Error('--known needs <id>:<hash>.')
    url.searchParams.set('known_id', id)
    url.searchParams.set('known_hash', hash)
  }
  const token = readFileSync(values['token-file'], 'utf8').trim()
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  const answer = (await response.json()) as Verification & { detail?: unknown }
  if (!response.ok) throw new Error(`the service answers ${response.status}: ${String(answer.detail)}`)
  return answer
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
}
