import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../../src/embedded/server.ts'
import { onServer } from './postgres-source.ts'
import { clusterOf, postmasterOf } from './service-process.ts'

/** A private PostgreSQL that writes every statement into its log, and a role in it that may read the database `assay`. */
export interface LoggedServer {
  /** As the owner of the database. */
  url: string
  /** Members of a connection as the reading role. */
  reader: { host: string; port: number; username: string; password: string }
  /** The number of the server's first process, which starts all others. */
  pid: number
  /** The statements of the reading role so far, by the number of the server's process for each of its sessions. */
  sessions(): Map<number, string[]>
  /** What it has refused the reading role so far, in its own words. */
  errors(): string[]
  stop(): Promise<void>
}

const entry = /^(\S*?)\|(\d+)\|(\w+): {2}([\s\S]*)$/
const ofStatement = /^(?:statement|execute \S+): ([\s\S]*)$/

/** `settings` override PostgreSQL's own, by their names. */
export async function startLoggedServer(settings: Record<string, string> = {}): Promise<LoggedServer> {
  const home = mkdtempSync(join(tmpdir(), 'assay-logged-'))
  const tell = (sentence: string) => process.stderr.write(`${sentence}\n`)
  const server = await startEmbedded(
    home,
    { warned: tell, lost: tell },
    { fsync: 'off', log_statement: 'all', log_line_prefix: '%u|%p|', ...settings },
  )
  const { folder } = clusterOf(home)
  const password = randomBytes(12).toString('hex')
  await onServer(server.url, [
    `create role reader login nosuperuser password '${password}'`,
    'alter default privileges grant select on tables to reader',
  ])
  const { hostname, port } = new URL(server.url)
  /** A line that begins with a tab goes on with the entry before it. */
  const entries = () =>
    readFileSync(join(folder, 'server.log'), 'utf8')
      .split(/\n(?!\t)/)
      .flatMap((line) => {
        const [, user, process, level, text = ''] = entry.exec(line) ?? []
        return user === 'reader' ? [{ process: Number(process), level, text: text.trimEnd() }] : []
      })
  return {
    url: server.url,
    reader: { host: hostname, port: Number(port), username: 'reader', password },
    pid: postmasterOf(home),
    sessions() {
      const found = new Map<number, string[]>()
      for (const { process, text } of entries()) {
        const [, statement] = ofStatement.exec(text) ?? []
        if (statement !== undefined) found.set(process, [...(found.get(process) ?? []), statement])
      }
      return found
    },
    errors: () => entries().flatMap(({ level, text }) => (level === 'ERROR' ? [text] : [])),
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
      rmSync(home, { recursive: true, force: true })
    },
  }
}
