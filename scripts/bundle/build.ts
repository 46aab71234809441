import { createHash } from 'node:crypto'
import { globSync, readFileSync, rmSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, resolve } from 'node:path'
import { rolldown } from 'rolldown'
import { programs } from '../../src/kernel/own-files.ts'
import { isBuilt, putInPlace } from '../put-in-place.ts'

const root = resolve(import.meta.dirname, '../..')

/**
 * `packed`: what the package holds, in `dist`; its packages stay imports. `tested`: what the tests start hundreds of times; the packages that each start
 * loads are in it, as to find and read their thousand files is half of a start.
 */
type Kind = 'packed' | 'tested'

const folders: Record<Kind, string> = { packed: join(root, 'dist'), tested: join(root, '.bundle-tested') }

/** Packages of plain code that every start of the service loads; those that read files beside themselves are not among them. */
const loadedAtOnce = [
  '@fastify/compress',
  'ajv',
  'ajv-formats',
  'fastify',
  'jose',
  'kysely',
  'pg',
  'pg-cursor',
  'prom-client',
  'typebox',
]

/** Bundles the service, its processes and the command as JavaScript, unless that is as the sources are, and returns the folder. */
export async function ensureBundle(kind: Kind): Promise<string> {
  const stamp = stampOf()
  const built = folders[kind]
  if (isBuilt(built, stamp)) return built
  const made = join(root, `.bundle-${kind}-${process.pid}`)
  try {
    const input = Object.fromEntries(programs.map((name) => [name, `src/${name}.ts`]))
    const bundle = await rolldown({
      cwd: root,
      input: { ...input, assay: 'cli/assay.ts' },
      platform: 'node',
      external: (id, importer) => !isInside(kind, id, importer),
    })
    // Shared code lies at the top, where `own-files` expects itself.
    await bundle.write({ dir: made, format: 'esm', chunkFileNames: '[name]-[hash].js' })
    putInPlace(made, built, stamp)
    return built
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
}

/** Whether what is imported by this name becomes part of the bundle: own code, and packages with all that they need themselves. */
function isInside(kind: Kind, id: string, importer: string | undefined): boolean {
  if (/^[./]/.test(id)) return true
  if (kind === 'packed' || isBuiltin(id)) return false
  return (
    importer?.includes('/node_modules/') === true ||
    loadedAtOnce.some((name) => id === name || id.startsWith(`${name}/`))
  )
}

/** A digest of all that the bundle is made from. */
function stampOf(): string {
  const digest = createHash('sha256')
  const sources = globSync('{src,cli,client/src,importers}/**/*.ts', { cwd: root })
  for (const file of [...sources.sort(), 'package.json', 'package-lock.json', 'scripts/bundle/build.ts'])
    digest.update(`${file}\0`).update(readFileSync(join(root, file)))
  return digest.digest('hex')
}
