// Writes every generated file, or with --check fails when one on disk differs from what would be written.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { generateRegistries } from './generate/registries.ts'

interface GeneratedFile {
  path: string
  content: string
}

const check = process.argv.includes('--check')
const counts = { all: 0, stale: 0 }

function settle(files: GeneratedFile[]): void {
  const stale = files.filter(
    ({ path, content }) => !existsSync(path) || readFileSync(path, 'utf8') !== content,
  )
  for (const { path, content } of stale) {
    if (check) {
      console.error(`${path} is stale: run "npm run generate".`)
      continue
    }
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
  }
  counts.all += files.length
  counts.stale += stale.length
}

settle(generateRegistries())
// Loaded only now: what follows is printed from the registries, so they must be written first.
const { generateConfigurationPage } = await import('./generate/configuration-page.ts')
const { generateApiDocument } = await import('./generate/openapi.ts')
const { generateConnectionTypes } = await import('./generate/connection-types.ts')
const { generateClient } = await import('./generate/client.ts')
const { generateConsoleTypes } = await import('./generate/console-types.ts')
const { generateLedger } = await import('./generate/ledger.ts')
const { generateRulesPage } = await import('./generate/rules-page.ts')
const { generateGoldenSql, orphanedGoldenSql } = await import('./generate/golden-sql.ts')
settle([generateConfigurationPage(), generateLedger()])
settle([
  ...(await generateApiDocument()),
  generateClient(),
  generateConsoleTypes(),
  generateConnectionTypes(),
])
const golden = generateGoldenSql()
settle([generateRulesPage(), ...golden])
for (const path of orphanedGoldenSql(golden)) {
  counts.stale += 1
  if (check) console.error(`${path} belongs to no rule: run "npm run generate".`)
  else rmSync(path)
}

if (check) process.exit(counts.stale === 0 ? 0 : 1)
console.log(`${counts.all} generated files, ${counts.stale} written or removed.`)
