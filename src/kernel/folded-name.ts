/** A name as a catalogue that folds has it, from a name as people write it in SQL: in upper case, unless it stands in double quotes. */
export function foldedName(written: string): string {
  const [, quoted] = /^"((?:[^"]|"")+)"$/.exec(written) ?? []
  return quoted === undefined ? written.toUpperCase() : quoted.replaceAll('""', '"')
}
