import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Route } from '../../src/http/route.ts'
import routes from '../../src/http/routes/index.generated.ts'

const contractTests = 'test/contract'

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
  const lines = (routes as readonly Route[])
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
  const content = `${heading}${lines.map((line) => `| ${line} |\n`).join('')}`
  return { path: 'docs/contract/ledger.md', content }
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
