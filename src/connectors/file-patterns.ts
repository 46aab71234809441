/** A date, with or without a time, or else a run of digits: what varies between the files of one pattern. */
const varying = /\d{4}[-_.]\d{2}(?:[-_.]\d{2}(?:[T_-]\d{2}[-_.:]?\d{2}(?:[-_.:]?\d{2})?)?)?(?!\d)|\d+/g

/**
 * Groups file names (paths with `/`) into containers. Names of one folder that differ only in dates and numbers form a
 * pattern, from two files on. In it every date and every number of four digits or more becomes `*` (so that a
 * new year does not rename the container), a shorter number only when it varies. The order of names is kept.
 */
export function groupByPattern(names: readonly string[]): Map<string, string[]> {
  const alike = Map.groupBy(names, starred)
  const groups = new Map<string, string[]>()
  for (const name of names) {
    const group = alike.get(starred(name)) ?? [name]
    const container = group.length === 1 ? name : patternOf(group)
    groups.set(container, [...(groups.get(container) ?? []), name])
  }
  return groups
}

/** The names that a container's name stands for: itself, or those in which a date or number stands for each `*`. */
export function matchPattern(container: string, names: readonly string[]): string[] {
  if (!container.includes('*') || names.includes(container)) return names.filter((name) => name === container)
  const pieces = container.split('*').map((piece) => RegExp.escape(piece))
  const pattern = new RegExp(`^${pieces.join(`(?:${varying.source})`)}$`)
  return names.filter((name) => pattern.test(name))
}

function splitFolder(name: string): [folder: string, file: string] {
  const at = name.lastIndexOf('/') + 1
  return [name.slice(0, at), name.slice(at)]
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
