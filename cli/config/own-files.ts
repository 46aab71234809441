import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { fromYaml, yamlOptions } from '../exact-numbers.ts'

/** The members of a file, as it is written. */
type Content = Readonly<Record<string, unknown>>

/** Something that gets a file of its own. */
export interface OwnFile {
  /** Where it stands below the folder, without an ending. Names that differ in signs alone come to one place. */
  place: string
  content: Content
}

/** How the files of one kind are called, and how it is known what one of them describes. */
interface Form {
  /** Such as `.yaml`. */
  ending: string
  /** The same for two contents that describe one thing. */
  identityOf(content: Content): string
}

/**
 * Writes each thing into the file at its place that describes it already, else into a new one with a number behind its name where another
 * thing has that place. A file that says the same keeps its comments and its form. Returns the paths in the order of the things.
 */
export async function writeOwnFiles(
  folder: string,
  files: readonly OwnFile[],
  { ending, identityOf }: Form,
): Promise<{ paths: string[]; changed: number }> {
  const { stringify } = await import('yaml')
  const used = new Set<string>()
  let changed = 0
  for (const { place, content } of files) {
    const found = await describing(join(folder, place), ending, content, identityOf)
    const path =
      found !== null && !used.has(found.path) ? found.path : free(join(folder, place), ending, used)
    used.add(path)
    if (found?.path === path && isDeepStrictEqual(found.content, content)) continue
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, stringify(content, { lineWidth: 0 }))
    changed += 1
  }
  return { paths: [...used], changed }
}

/** The file at this place, with or without a number, that describes the same thing and nothing else; null: there is none. */
async function describing(
  base: string,
  ending: string,
  content: Content,
  identityOf: Form['identityOf'],
): Promise<{ path: string; content: unknown } | null> {
  const { parseAllDocuments } = await import('yaml')
  const identity = identityOf(content)
  for (const path of numbered(base, ending)) {
    const documents = [...parseAllDocuments(readFileSync(path, 'utf8'), yamlOptions)]
    const [document] = documents
    if (documents.length !== 1 || !document || document.errors.length > 0) continue
    const known: unknown = document.toJS({ reviver: fromYaml })
    if (typeof known !== 'object' || known === null || Array.isArray(known)) continue
    if (identityOf(known as Content) === identity) return { path, content: known }
  }
  return null
}

/** The files that there are at a place, that without a number first. */
function numbered(base: string, ending: string): string[] {
  const [folder, name] = [dirname(base), basename(base)]
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((file) => file.startsWith(name) && file.endsWith(ending))
    .filter((file) => /^(?:_\d+)?$/.test(file.slice(name.length, -ending.length)))
    .toSorted((one, other) => one.length - other.length || (one < other ? -1 : 1))
    .map((file) => join(folder, file))
}

function free(base: string, ending: string, used: ReadonlySet<string>): string {
  let path = `${base}${ending}`
  for (let count = 2; used.has(path) || existsSync(path); count += 1) path = `${base}_${count}${ending}`
  return path
}
