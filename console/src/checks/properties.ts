import { textOf } from '../kit/cell.tsx'

/** The properties of a rule, by their names in words, each with its value, or the values of its list; what is not set is left out. */
export function properties(values: Readonly<Record<string, unknown>>): [name: string, values: string[]][] {
  return Object.entries(values).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[wordsOf(name), [value].flat().map(textOf)]],
  )
}

/** The name of a property in words: what refers to a thing by its id is called as the thing. */
export function wordsOf(name: string): string {
  const words = name.replace(/_id$/, '').replace(/^ref_/, 'reference_').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
