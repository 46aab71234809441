import type { FilePattern } from '../../model/datastore.ts'

const uuid = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'

/** An identifier of a job, a date with or without a time, or else a run of digits: what varies between the files of one pattern. */
const varying = new RegExp(
  String.raw`${uuid}|\d{4}[-_.]\d{2}(?:[-_.]\d{2}(?:[T_-]\d{2}[-_.:]?\d{2}(?:[-_.:]?\d{2})?)?)?(?!\d)|\d+`,
  'g',
)

/** A folder that names a column and the value that its files have in it, as Hive and Spark write them. */
const keyed = /^([^=]+)=(.*)$/

/**
 * Groups file names (paths with `/`) into containers. Names of one folder that differ only in dates and numbers form a
 * pattern, from two files on. In it every date and every number of four digits or more becomes `*` (so that a
 * new year does not rename the container), a shorter number only when it varies. Folders like `month=1` are one folder
 * `month=*`; a file in one, or with the identifier of a job in its name, is a pattern even alone. The order of names is kept.
 */
export function groupByPattern(names: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  // Each group is named once: there may be many thousands of names in it.
  for (const group of Map.groupBy(names, starred).values()) {
    const [first = ''] = group
    const isPattern = group.length > 1 || new RegExp(uuid).test(first) || keyedFolders(first).length > 0
    groups.set(isPattern ? patternOf(group) : first, group)
  }
  return groups
}

/** The names that a container's name stands for: itself, or those in which a date or number stands for each `*`. */
export function matchPattern(container: string, names: readonly string[]): string[] {
  if (!container.includes('*') || names.includes(container)) return names.filter((name) => name === container)
  const parts = container.split('/').map((part, index, all) => {
    if (index < all.length - 1 && part.endsWith('=*')) return `${RegExp.escape(part.slice(0, -1))}[^/]*`
    return part
      .split('*')
      .map((piece) => RegExp.escape(piece))
      .join(`(?:${varying.source})`)
  })
  const pattern = new RegExp(`^${parts.join('/')}$`)
  return names.filter((name) => pattern.test(name))
}

/** The names that a pattern of a person's own stands for: `*` is any text within a name, `**` any text, `?` one character. */
export function matchGlob({ pattern }: FilePattern, names: readonly string[]): string[] {
  const parts = pattern.match(/\*\*\/?|[^]/gu) ?? []
  const stars = parts.filter((part) => part.startsWith('*')).length
  if (stars > mostTried) return names.filter((name) => isMatch(parts, name))
  const whole = new RegExp(`^${parts.map((part) => said[part] ?? RegExp.escape(part)).join('')}$`, 'u')
  return names.filter((name) => whole.test(name))
}

/** A regular expression tries every length of a star with every length of the others: of more stars that takes minutes for a name. */
const mostTried = 2

const said: Record<string, string> = { '**/': '(?:[^]*/)?', '**': '[^]*', '*': '[^/]*', '?': '[^/]' }

/** The same in one walk over the name, with all places of the pattern at once at which its beginning may have ended. */
function isMatch(parts: readonly string[], name: string): boolean {
  let places = withoutText(parts, new Set([0]))
  // Those of `**` and a slash of which the slash has not come yet.
  let folders = new Set<number>()
  for (const character of name) {
    const next = new Set<number>()
    const inside = new Set(folders)
    for (const place of places) {
      const part = parts[place]
      if (part === '**/') inside.add(place)
      else if (part === '**' || (part === '*' && character !== '/')) next.add(place)
      else if (part === character || (part === '?' && character !== '/')) next.add(place + 1)
    }
    if (character === '/') for (const place of inside) next.add(place + 1)
    places = withoutText(parts, next)
    folders = inside
  }
  return places.has(parts.length)
}

/** The places with those behind stars that stand for no text. */
function withoutText(parts: readonly string[], places: Set<number>): Set<number> {
  // A set may grow while it is walked: what is added is walked, too.
  for (const place of places) if (parts[place]?.startsWith('*')) places.add(place + 1)
  return places
}

/** The columns that the folders of a path name, with their values as they stand there. */
export function keyedFolders(name: string): { key: string; value: string }[] {
  const folders = name.split('/').slice(0, -1)
  return folders.flatMap((folder) => {
    const [, key, value] = keyed.exec(folder) ?? []
    return key === undefined || value === undefined ? [] : { key, value }
  })
}

function splitFolder(name: string): [folder: string, file: string] {
  const at = name.lastIndexOf('/') + 1
  const folders = name.slice(0, at).split('/')
  return [folders.map((folder) => folder.replace(keyed, '$1=*')).join('/'), name.slice(at)]
}

function starred(name: string): string {
  const [folder, file] = splitFolder(name)
  return folder + file.replaceAll(varying, '*')
}

function patternOf(group: readonly string[]): string {
  const [folder, first] = splitFolder(group[0] ?? '')
  const values = group.map((name) => splitFolder(name)[1].match(varying) ?? [])
  let position = -1
  const file = first.replaceAll(varying, (value: string) => {
    position += 1
    const at = position
    return value.length >= 4 || values.some((others) => others[at] !== value) ? '*' : value
  })
  return folder + file
}
