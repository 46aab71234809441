/**
 * A name as the catalogue has it, from a name as people write it in SQL: in upper case, unless it stands in double quotes.
 */
export function nameOf(written: string): string {
  const [, quoted] = /^"((?:[^"]|"")+)"$/.exec(written) ?? []
  return quoted === undefined ? written.toUpperCase() : quoted.replaceAll('""', '"')
}

/** The other way round, for a name that is to be chosen. */
export const writtenName = (name: string): string =>
  /^[A-Z_][A-Z0-9_$]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`
