import type { DiscoveredField } from '../model/field.ts'

/** Most fields of a computed container. */
const mostColumns = 1000

/** Throws a plain Error with a sentence for columns that no container can have. */
export function refuseUnfitColumns(fields: readonly DiscoveredField[]): void {
  if (fields.length === 0) throw new Error('It has no columns; write at least one.')
  if (fields.length > mostColumns)
    throw new Error(`It has ${fields.length} columns; a computed container has at most ${mostColumns}.`)
  const seen = new Set<string>()
  for (const { name } of fields) {
    if (name.trim() === '' || name === '?column?')
      throw new Error('A column of it has no name; give each expression one with "as".')
    // Most engines do not tell names apart by their letter case.
    if (seen.has(name.toLowerCase()))
      throw new Error(`It has the column "${name}" twice; give one of them another name with "as".`)
    seen.add(name.toLowerCase())
  }
}
