// Holds the console to its limits: what each page loads, and that colours are named in one file. With --write the table of sizes is renewed.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ensureConsole } from './console/build.ts'
import { pageSizes } from './console/page-sizes.ts'

/** Most that a page may load, kB of gzip. */
const most = 250
/** A page may be this many kB above the table before the table is to be renewed by hand. */
const tolerance = 5

const folder = resolve(import.meta.dirname, '../console')
const table = join(folder, 'sizes.json')
const problems: string[] = []

const unbuilt = await ensureConsole()
if (unbuilt === null) checkSizes(pageSizes(join(folder, 'dist')))
else problems.push(unbuilt)

const colour = /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch|lab)a?\(/i
for (const name of globSync('src/**/*.{css,ts,tsx}', {
  cwd: folder,
  exclude: ['src/tokens.css', '**/*.generated.ts'],
})) {
  readFileSync(join(folder, name), 'utf8')
    .split('\n')
    .forEach((line, index) => {
      if (colour.test(line))
        problems.push(`console/${name}:${index + 1} names a colour; colours stand in tokens.css.`)
    })
}

for (const problem of problems) console.error(problem)
process.exit(problems.length === 0 ? 0 : 1)

function checkSizes(sizes: Record<string, number>): void {
  for (const [page, size] of Object.entries(sizes)) {
    if (size > most) problems.push(`The page ${page} loads ${size} kB; ${most} is the limit.`)
  }
  if (process.argv.includes('--write')) {
    writeFileSync(table, `${JSON.stringify(sizes, null, 2)}\n`)
    return
  }
  const known = JSON.parse(readFileSync(table, 'utf8')) as Record<string, number>
  for (const [page, size] of Object.entries(sizes)) {
    const before = known[page]
    if (before === undefined || size > before + tolerance) {
      problems.push(
        `The page ${page} loads ${size} kB and is ${before ?? 'not'} in console/sizes.json: if that is meant, run "node scripts/console-check.ts --write".`,
      )
    }
  }
}
