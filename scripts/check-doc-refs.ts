// Fails on a path in the documentation that does not exist: `src/...`, `test/...` and the like in back-ticks, and relative links.
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
  for (const [, link = ''] of text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)) {
    if (!existsSync(join(dirname(file), link))) missing.push(`${file}: ${link}`)
  }
}
for (const line of missing) console.error(`${line} does not exist.`)
process.exit(missing.length === 0 ? 0 : 1)
