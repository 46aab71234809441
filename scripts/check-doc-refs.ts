// Fails on a path in the documentation that does not exist (`src/...`, `test/...` and the like in back-ticks), on a relative
// link that leads to no file, and on a link to a heading that its page does not have.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const missing: string[] = []
for (const file of globSync(['*.md', 'docs/**/*.md'])) {
  const text = readFileSync(file, 'utf8')
  for (const [, path = ''] of text.matchAll(
    /`((?:src|test|docs|scripts|bench|demo|migrations)\/[\w./-]+)`/g,
  )) {
    if (!existsSync(path)) missing.push(`${file}: ${path}`)
  }
  for (const [, link = ''] of text.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)/g)) {
    const [path = '', heading] = link.split('#')
    const target = path === '' ? file : join(dirname(file), path)
    if (!existsSync(target)) missing.push(`${file}: ${link}`)
    else if (heading !== undefined && !anchorsOf(target).has(heading)) missing.push(`${file}: ${link}`)
  }
}
for (const line of missing) console.error(`${line} does not exist.`)
process.exit(missing.length === 0 ? 0 : 1)

/** The names under which the headings of a page are linked to, as GitHub makes them. */
function anchorsOf(file: string): Set<string> {
  const headings = readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)
  return new Set(
    headings.map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}
