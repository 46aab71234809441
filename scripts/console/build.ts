import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { isBuilt, putInPlace } from '../put-in-place.ts'
import { compressFiles } from './compress-files.ts'

const root = resolve(import.meta.dirname, '../..')
const folder = join(root, 'console')
const built = join(folder, 'dist')

/** A digest of all that the build is made from. */
function consoleStamp(): string {
  const sources = globSync(['src/**/*', 'index.html', 'vite.config.ts', 'package.json'], {
    cwd: folder,
    withFileTypes: true,
  })
  const files = sources.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const digest = createHash('sha256')
  for (const file of [...files.sort(), join(root, 'package-lock.json')]) {
    digest.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
  }
  return digest.digest('hex')
}

/** True when what is served was built from the sources as they are. */
export const isConsoleBuilt = (): boolean => isBuilt(built, consoleStamp())

/** Builds the console unless it is as its sources are; null, or a sentence that says why there is no new build. */
export async function ensureConsole(): Promise<string | null> {
  const stamp = consoleStamp()
  if (isBuilt(built, stamp)) return null
  const vite = viteProgram()
  if (vite === null)
    return 'The console is not built, because its packages are not installed: run "npm ci" and start again.'
  const made = mkdtempSync(join(folder, '.build-'))
  // The service may be run by another account than the one that builds.
  chmodSync(made, 0o755)
  try {
    const problem = await runVite(vite, made)
    if (problem !== null) return problem
    compressFiles(made)
    // A page that is open keeps what it has loaded.
    putInPlace(made, built, stamp)
    return null
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
}

function viteProgram(): string | null {
  try {
    const { resolve } = createRequire(join(folder, 'package.json'))
    return join(resolve('vite/package.json'), '../bin/vite.js')
  } catch {
    return null
  }
}

/** In a process of its own: its memory is gone with it, and it does not hold up what starts beside it. */
async function runVite(vite: string, made: string): Promise<string | null> {
  const child = spawn(
    process.execPath,
    [vite, 'build', '--outDir', made, '--emptyOutDir', '--logLevel', 'warn'],
    { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let said = ''
  for (const output of [child.stdout, child.stderr]) {
    output.setEncoding('utf8').on('data', (text: string) => (said += text))
  }
  const [code] = await once(child, 'close')
  return code === 0 ? null : `The console could not be built:\n${said.trim()}`
}
