import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { rolldown } from 'rolldown'
import { programs } from '../../src/kernel/own-files.ts'

const root = resolve(import.meta.dirname, '../..')
const built = join(root, 'dist')

/** Bundles the service, its processes and the command as JavaScript in `dist`, unless that is as the sources are, and returns the folder. Packages stay imports. */
export async function ensureBundle(): Promise<string> {
  const stamp = stampOf()
  if (isBuilt(stamp)) return built
  const made = join(root, `.bundle-${process.pid}`)
  try {
    const input = Object.fromEntries(programs.map((name) => [name, `src/${name}.ts`]))
    const bundle = await rolldown({
      cwd: root,
      input: { ...input, assay: 'cli/assay.ts' },
      platform: 'node',
      external: (id) => !/^[./]/.test(id),
    })
    // Shared code lies at the top, where `own-files` expects itself.
    await bundle.write({ dir: made, format: 'esm', chunkFileNames: '[name]-[hash].js' })
    writeFileSync(join(made, '.stamp'), stamp)
    rmSync(built, { recursive: true, force: true })
    putInPlace(made, stamp)
    return built
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
}

/** A digest of all that the bundle is made from. */
function stampOf(): string {
  const digest = createHash('sha256')
  const sources = globSync('{src,cli,client/src,importers}/**/*.ts', { cwd: root })
  for (const file of [...sources.sort(), 'package.json', 'package-lock.json', 'scripts/bundle/build.ts'])
    digest.update(`${file}\0`).update(readFileSync(join(root, file)))
  return digest.digest('hex')
}

/** Another process may have put the same build there first. */
function putInPlace(made: string, stamp: string): void {
  try {
    if (!isBuilt(stamp)) renameSync(made, built)
  } catch (error) {
    if (!isBuilt(stamp)) throw error
  }
}

function isBuilt(stamp: string): boolean {
  const file = join(built, '.stamp')
  return existsSync(file) && readFileSync(file, 'utf8') === stamp
}
