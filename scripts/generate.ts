// Writes every generated file, or with --check fails when one on disk differs from what would be written.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { generateRegistries } from './generate/registries.ts'

const check = process.argv.includes('--check')
const files: { path: string; content: string }[] = [...generateRegistries()]

const stale = files.filter(({ path, content }) => !existsSync(path) || readFileSync(path, 'utf8') !== content)
if (check) {
  for (const { path } of stale) console.error(`${path} is stale: run "npm run generate".`)
  process.exit(stale.length === 0 ? 0 : 1)
}
for (const { path, content } of stale) writeFileSync(path, content)
console.log(`${files.length} generated files, ${stale.length} written.`)
