import { listOf, objectOf, textOf, textsOf, type Imported, type Members } from './importer.ts'

type Leftovers = Imported['leftovers']

/** A list of checks in a file of Soda, of one table. */
export interface Section {
  /** Where it stands in the file. */
  place: string
  table: string
  /** Which rows of the table it is about, as SQL; null: all of them. */
  filter: string | null
  entries: unknown[]
}

/** The lists of checks in a file, and what in the file is left over because it is no such list. */
export function sectionsOf(file: Members): { sections: Section[]; leftovers: Leftovers } {
  const sections: Section[] = []
  const leftovers: Leftovers = []
  for (const [heading, content] of Object.entries(file)) {
    const read = heading.startsWith('filter ') ? [] : readSection(heading, content, file)
    if (typeof read === 'string') leftovers.push({ place: heading, reason: read })
    else sections.push(...read)
  }
  return { sections, leftovers }
}

/** A text says why it is not read. */
function readSection(heading: string, content: unknown, file: Members): Section[] | string {
  const [, table, part] = /^checks for (\S.*?)(?:\s+\[(.+)\])?\s*$/.exec(heading) ?? []
  if (table !== undefined) {
    const filter = part === undefined ? null : filterOf(file, table, part)
    if (part !== undefined && filter === null)
      return `The file has no \`filter ${table} [${part}]\` with \`where\`.`
    return [{ place: heading, table, filter, entries: listOf(content) }]
  }
  if (/^for each (?:dataset|table) /.test(heading)) return ofEachTable(heading, objectOf(content))
  return 'Only `checks for TABLE` and `for each dataset` are read.'
}

/** The rows of a part of the table, by the section that says which they are. */
function filterOf(file: Members, table: string, part: string): string | null {
  const name = new RegExp(`^filter ${RegExp.escape(table)}\\s+\\[${RegExp.escape(part)}\\]$`)
  const found = Object.keys(file).find((heading) => name.test(heading))
  return found === undefined ? null : textOf(objectOf(file[found])['where'])
}

/** The same checks for each table that is named; patterns of names choose among tables that the file does not have. */
function ofEachTable(heading: string, content: Members): Section[] | string {
  const tables = textsOf(content['datasets'] ?? content['tables'])
  if (tables.length === 0 || tables.some((name) => /[%*\s]/.test(name)))
    return 'Which tables it is about is a pattern; write its checks for each of them.'
  return tables.map((table) => ({
    place: `${heading} (${table})`,
    table,
    filter: null,
    entries: listOf(content['checks']),
  }))
}
