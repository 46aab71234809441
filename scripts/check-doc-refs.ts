// Fails on a path in the documentation that does not exist (`src/...`, `test/...` and the like in back-ticks), on a relative
// link that leads to no file, on a link to a heading that its page does not have, and on a comment that names a file of ours
// which there is not.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const missing: string[] = []
for (const file of globSync(['*.md', 'docs/**/*.md'])) {
  const text = readFileSync(file, 'utf8')
  for (const [, path = ''] of text.matchAll(
    /`((?:src|test|docs|scripts|bench|demo|migrations|console|cli|client|importers|deploy)\/[\w./-]+)`/g,
  )) {
    // A build is there once it was made.
    if (!/\/dist(?:\/|$)/.test(path) && !existsSync(path)) missing.push(`${file}: ${path}`)
  }
  for (const [, link = ''] of text.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)/g)) {
    const [path = '', heading] = link.split('#')
    const target = path === '' ? file : join(dirname(file), path)
    if (!existsSync(target)) missing.push(`${file}: ${link}`)
    else if (heading !== undefined && !anchorsOf(target).has(heading)) missing.push(`${file}: ${link}`)
  }
}
const sources = globSync('{src,cli,client,importers,console,scripts,bench,demo,test}/**/*.{ts,tsx}', {
  exclude: ['**/node_modules', '**/dist'],
})
const names = new Set(sources.map((file) => basename(file)))
for (const file of sources) {
  for (const comment of readFileSync(file, 'utf8').match(/^\s*(?:\/\/|\/?\*).*$/gm) ?? []) {
    for (const [, name = ''] of comment.matchAll(/(?<![\w.*<>-])([a-z][\w-]*(?:\.[\w-]+)*\.tsx?)\b/g))
      if (!names.has(name)) missing.push(`${file}: ${name}`)
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
