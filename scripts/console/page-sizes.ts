import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

interface Chunk {
  file: string
  src?: string
  isEntry?: boolean
  imports?: string[]
  css?: string[]
}

/** What a browser loads to open each page first, kB of gzip: the page with all that it imports, and the frame around it. */
export function pageSizes(built: string): Record<string, number> {
  const chunks = JSON.parse(readFileSync(join(built, 'manifest.json'), 'utf8')) as Record<string, Chunk>
  const entry = Object.keys(chunks).find((key) => chunks[key]?.isEntry === true)
  if (entry === undefined) throw new Error('The build of the console has no entry.')
  const pages = Object.entries(chunks).flatMap(([key, { src }]) => {
    const [, page] = /^src\/pages\/([\w-]+)\/page\.tsx$/.exec(src ?? '') ?? []
    return page === undefined ? [] : [[page, key] as const]
  })
  return Object.fromEntries(
    pages.sort().map(([page, key]) => {
      const files = new Set([...filesOf(chunks, entry), ...filesOf(chunks, key)])
      const bytes = [...files].map((file) => gzipSync(readFileSync(join(built, file)), { level: 9 }).length)
      return [page, Math.round(bytes.reduce((sum, size) => sum + size, 0) / 1000)]
    }),
  )
}

function filesOf(chunks: Record<string, Chunk>, key: string, seen = new Set<string>()): string[] {
  const chunk = chunks[key]
  if (chunk === undefined || seen.has(key)) return []
  seen.add(key)
  const imported = (chunk.imports ?? []).flatMap((other) => filesOf(chunks, other, seen))
  return [chunk.file, ...(chunk.css ?? []), ...imported]
}
