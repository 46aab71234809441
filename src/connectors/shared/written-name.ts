/** As a person writes in SQL the name that a catalogue has, see `foldedName`. */
export const writtenName = (name: string): string =>
  /^[A-Z_][A-Z0-9_$]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`
