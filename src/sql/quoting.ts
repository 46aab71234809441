import type { Dialect } from './dialect.ts'

/** Doubles the closing quote inside; a NUL, which no engine accepts, is refused. */
export function quoteIdentifier(name: string, dialect: Dialect): string {
  if (name.includes('\0')) throw new Error('An identifier cannot hold a NUL character.')
  const quote = dialect.identifierQuote
  const escaped = dialect.escapesInNames ? name.replaceAll('\\', '\\\\') : name
  return `${quote}${escaped.replaceAll(quote, quote + quote)}${quote}`
}

/** The quoted name of a table: what holds it, from the outermost, and its own name. */
export const quotePath = (path: readonly string[], dialect: Dialect): string =>
  path.map((part) => quoteIdentifier(part, dialect)).join('.')
