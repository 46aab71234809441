import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Route } from '../../src/http/route.ts'
import { routesFor } from '../../src/http/all-routes.ts'
import { operations } from '../../src/operations/registry.ts'

const contractTests = 'test/contract'
const rowsFile = 'scripts/generate/contract-rows.txt'

const heading = `<!-- Written by \`npm run generate\`; do not edit. -->
# The contract's ledger

Every endpoint that there is, with the answers that it promises, and the tests that show how it behaves: a folder per
endpoint, a file per status. Reading one thing may share the folder of the list, and a small noun has one for all. What holds
for all of them is in [every-endpoint](../../${contractTests}/every-endpoint): ${shownStatuses(join(contractTests, 'every-endpoint')).join(', ')}.

Every path stands below \`/api\` and answers without it, too. [The API document](../reference/openapi.json) has the shapes,
[errors](../reference/errors.md) the refusals, and [undefined](undefined.md) what we decided ourselves.

| Endpoint | Answers | Statuses with tests | Folder |
|---|---|---|---|
`

/** Endpoint by endpoint, where its tests are; a gap shows as a dash. */
export function generateLedger(): { path: string; content: string } {
  const lines = routesFor(operations)
    .toSorted((left, right) => compare(left.path, right.path) || compare(left.method, right.method))
    .map((route) => {
      const folder = folderOf(route)
      const shown = folder === null ? [] : shownStatuses(join(contractTests, folder))
      return [
        `\`${route.method} ${route.path}\``,
        Object.keys(route.responses).join(', '),
        shown.join(', ') || (folder === null ? '-' : 'in one file'),
        folder === null ? '-' : `[${folder}](../../${contractTests}/${folder})`,
      ].join(' | ')
    })
  const endpoints = lines.map((line) => `| ${line} |\n`).join('')
  const content = `${heading}${endpoints}\n${rowsHeading}${sections().join('')}`
  return { path: 'docs/contract/ledger.md', content }
}

const rowsHeading = `## Row by row

What the contract says beyond its endpoints, in our words, each with a test that shows it: the file, and words of the test that
are looked up in it when this page is written. Where no test is named, the reason stands instead.
`

/** A table for each section of the rows' file. */
function sections(): string[] {
  const [, ...texts] = readFileSync(rowsFile, 'utf8').split('\n# ')
  return texts.map((text) => {
    const [title, ...rows] = text.trim().split('\n')
    return `\n### ${title}\n\n| Row | Shown by |\n|---|---|\n${rows.map(lineOf).join('')}`
  })
}

/** Throws when the test that a row names is not there. */
function lineOf(line: string): string {
  const [row, file, words] = line.split(' | ')
  if (row === undefined || file === undefined || !words)
    throw new Error(`${rowsFile} has a line too short: ${line}`)
  if (file === '-') return `| ${row} | - (${words}) |\n`
  const path = join('test', file)
  if (!existsSync(path) || !readFileSync(path, 'utf8').includes(words)) {
    throw new Error(`The ledger's row "${row}" names a test that is not there: ${path}, "${words}".`)
  }
  return `| ${row} | [${file.replace(/^contract\//, '')}](../../${path}): ${words} |\n`
}

/** The folder of the endpoint, else that of the list it belongs to, else that of its noun, else null. */
function folderOf({ method, path }: Route): string | null {
  const words = path
    .split('/')
    .filter((word) => word !== '')
    .map((word) => (word.startsWith('{') ? 'id' : word))
  const own = [method.toLowerCase(), ...words].join('-')
  const ofList = [method.toLowerCase(), words[0] ?? ''].join('-')
  const isPartOfList = method === 'GET' && words.length === 2
  return (
    [own, ...(isPartOfList ? [ofList] : [])].find((name) => existsSync(join(contractTests, name))) ?? null
  )
}

function shownStatuses(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .flatMap((name) => /^(\d+)\.test\.ts$/.exec(name)?.slice(1) ?? [])
    .sort()
}

function compare(left: string, right: string): number {
  return left < right ? -1 : Number(left > right)
}
