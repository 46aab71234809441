import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The rooms whose files register themselves by their suffix. */
const rooms: { folder: string; suffix: string; named?: true }[] = [
  { folder: 'src/rules', suffix: '.rule.ts' },
  // A store is a folder, and registers by its `connector.ts`.
  { folder: 'src/connectors', suffix: '/connector.ts' },
  { folder: 'src/channels', suffix: '.channel.ts' },
  { folder: 'src/inferences', suffix: '.inference.ts' },
  // A kind of run is a folder, and registers by its `<kind>.operation.ts`.
  { folder: 'src/operations', suffix: '.operation.ts' },
  { folder: 'src/services/flows/actions', suffix: '.action.ts' },
  { folder: 'src/http/routes', suffix: '.routes.ts' },
  // A dialect is imported by the session that speaks it, so it is exported by its name.
  { folder: 'src/sql/dialects', suffix: '.dialect.ts', named: true },
]

/** One `index.generated.ts` per room: the plugins as a tuple, sorted by path; each is its file's default export, or the one of its name. */
export function generateRegistries(): { path: string; content: string }[] {
  return rooms.map(({ folder, suffix, named = false }) => {
    const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith(suffix))
      .sort()
    const names = paths.map((path) => camel(nameOf(path.slice(0, -suffix.length))))
    return {
      path: join(folder, 'index.generated.ts'),
      content: [
        '// Written by `npm run generate`; do not edit.',
        ...paths.map((path, index) => {
          const name = names[index]
          return `import ${named ? `{ ${name} }` : name} from './${path}'`
        }),
        '',
        `export default [${names.length === 0 ? '' : `\n  ${names.join(',\n  ')},\n`}] as const`,
        '',
      ].join('\n'),
    }
  })
}

/** A plugin in a folder of its own name is called by it: `scan/scan` becomes `scan`. */
function nameOf(path: string): string {
  return path.replace(/(^|\/)([^/]+)\/\2$/, '$1$2')
}

/** `get-operations/list-all` becomes `getOperationsListAll`. */
function camel(path: string): string {
  const name = path.replaceAll(/[/-]+(.)/g, (_, letter: string) => letter.toUpperCase())
  // A word of the language, which nothing can be called by.
  return name === 'export' ? `${name}s` : name
}
