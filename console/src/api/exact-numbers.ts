/** A number with all the digits that were sent, where a number of the browser would not print the same. */
export class Digits {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toJSON(): string {
    return this.text
  }
}

/** What a reviver is told of a value since 2025; the compiler does not know it yet. */
type Revive = (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown
const parse = JSON.parse as (text: string, revive: Revive) => unknown

/** The value of JSON text, with `Digits` for each number that would lose or change digits. */
export function exactly(text: string): unknown {
  return parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined && String(value) !== source
      ? new Digits(source)
      : value,
  )
}

/** JSON text in which each number has the digits that were sent. */
export function exactText(value: unknown): string {
  if (value instanceof Digits) return value.text
  if (Array.isArray(value)) return `[${value.map(exactText).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([name, member]) => `${JSON.stringify(name)}:${exactText(member)}`)
    .join(',')}}`
}
