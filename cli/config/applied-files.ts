import { execFile } from 'node:child_process'
import { createHash, hash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Client, ConfigApplyInput } from '../../client/src/index.ts'
import type { Applied } from './apply.ts'

/** The YAML files of a folder, in any folders below it, by name. */
export const filesOf = (folder: string): string[] => globSync('**/*.{yaml,yml}', { cwd: folder }).sort()

/** The files of a folder as they are now, before variables take their places, and the commit that they are checked out at. */
export async function describeFiles(folder: string, prune: boolean): Promise<ConfigApplyInput> {
  const files = filesOf(folder).map((path) => ({
    path: path.replaceAll('\\', '/'),
    digest: hash('sha256', readFileSync(join(folder, path))),
  }))
  const all = createHash('sha256')
  for (const { path, digest } of files) all.update(`${digest}  ${path}\n`)
  return { digest: all.digest('hex'), files, prune, ...(await commitOf(folder)) }
}

/** Nulls where the folder is in no repository, or git is not installed. */
async function commitOf(folder: string): Promise<{ git_commit: string | null; git_dirty: boolean | null }> {
  try {
    const git_commit = await git(folder, 'rev-parse', '--verify', 'HEAD')
    const changed = await git(folder, 'status', '--porcelain', '--untracked-files=all', '--', '.')
    return { git_commit, git_dirty: changed !== '' }
  } catch {
    return { git_commit: null, git_dirty: null }
  }
}

async function git(folder: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('git', ['-C', folder, ...args], { maxBuffer: 2 ** 26 })
  return stdout.trim()
}

/** Tells the service who applies which files: `begin` before the first change, `end` when all is done. */
export function recordOf(client: Client, described: ConfigApplyInput) {
  let id: number | null = null
  return {
    begin: async (): Promise<void> => void ({ id } = await client.beginConfigApply({ body: described })),
    async end({ outcomes, unchanged }: Applied): Promise<void> {
      if (id === null) return
      const refused = outcomes.filter(({ refusal }) => refusal !== null).length
      await client.endConfigApply({ id, body: { done: outcomes.length - refused, refused, unchanged } })
    },
  }
}
