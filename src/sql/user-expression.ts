import { refuseColumnLists } from './column-lists.ts'
import type { Dialect } from './dialect.ts'
import { tokensOf, type Token } from './lexer.ts'
import { refuseForbidden } from './forbidden-constructs.ts'

const closers: Record<string, string> = { '(': ')', '[': ']', '{': '}' }

/**
 * A person's own SQL, trimmed and without a leading WHERE, fit to stand between parentheses: one expression that
 * cannot end the statement around it or reach out of it. Throws a plain Error with a sentence otherwise. This is the
 * second line of defence, as sessions are read-only; the store itself judges whether the expression has a meaning.
 */
export function checkUserExpression(text: string, dialect: Dialect): string {
  refuseNul(text)
  const trimmed = text.trim()
  const written = /^where(?![A-Za-z0-9_$\u0080-\uffff])/i.test(trimmed) ? trimmed.slice(5).trim() : trimmed
  const body = escapeQuotes(quoteNames(written, dialect), dialect)
  if (body === '') throw new Error('The expression is empty.')
  const tokens = tokensOf(body, dialect.lexicalRules).filter((token) => token.kind !== 'comment')
  if (tokens.length === 0) throw new Error('The expression holds nothing but a comment.')
  refuseSeveral(body, tokens)
  refuseColumnLists(body, tokens)
  refuseForbidden(body, tokens, dialect)
  return body
}

/**
 * Names in back-ticks, as clients of other services write them, in double quotes where the engine knows no back-ticks. What
 * comes out is judged like any text of a person.
 */
export function quoteNames(text: string, { lexicalRules }: Dialect): string {
  if (!text.includes('`') || lexicalRules.backtickIdentifiers) return text
  const tokens = tokensOf(text, { ...lexicalRules, backtickIdentifiers: true })
  return tokens.reduceRight((quoted, { kind, start, end }) => {
    if (kind !== 'identifier' || text[start] !== '`') return quoted
    const name = text.slice(start + 1, end - 1).replaceAll('``', '`')
    return `${quoted.slice(0, start)}"${name.replaceAll('"', '""')}"${quoted.slice(end)}`
  }, text)
}

/** Doubled quotes inside of texts behind a backslash, for engines in which two quotes would end one text and begin another. */
function escapeQuotes(text: string, { lexicalRules }: Dialect): string {
  if (!lexicalRules.undoubledQuotes || !text.includes("''")) return text
  return tokensOf(text, lexicalRules).reduceRight((escaped, { kind, start, end }) => {
    if (kind !== 'text' || text[start] !== "'") return escaped
    const inside = text
      .slice(start + 1, end - 1)
      .replaceAll(/\\[\s\S]|''/g, (piece) => (piece === "''" ? "\\'" : piece))
    return `${escaped.slice(0, start + 1)}${inside}${escaped.slice(end - 1)}`
  }, text)
}

/** The names of the variables written as `{{ name }}`, outside texts and comments, each once in order of appearance. */
export function variablesIn(text: string, dialect: Dialect): string[] {
  const variables = tokensOf(text, dialect.lexicalRules).filter((token) => token.kind === 'variable')
  return [...new Set(variables.map((token) => nameOf(text, token)))]
}

/**
 * Puts the SQL of each variable in the place of `{{ name }}`, as it is: a text needs its quotes. Throws a plain Error
 * that names a missing variable, one whose SQL is not one whole expression without comments, or one that stands inside
 * a text, where it would not be replaced.
 */
export function bindVariables(
  text: string,
  variables: Readonly<Record<string, string>>,
  dialect: Dialect,
): string {
  let bound = ''
  let from = 0
  for (const token of tokensOf(text, dialect.lexicalRules)) {
    if (token.kind === 'text' || token.kind === 'identifier') refuseVariableInside(text, token)
    if (token.kind !== 'variable') continue
    const name = nameOf(text, token)
    // Blanks on both sides keep it from growing together with its neighbours.
    bound += `${text.slice(from, token.start)} ${valueOf(name, variables, dialect)} `
    from = token.end
  }
  return bound + text.slice(from)
}

function valueOf(name: string, variables: Readonly<Record<string, string>>, dialect: Dialect): string {
  const value = Object.hasOwn(variables, name) ? variables[name] : undefined
  if (value === undefined)
    throw new Error(`The variable {{ ${name} }} has no value; give it one for this scan.`)
  try {
    if (tokensOf(value, dialect.lexicalRules).some((token) => token.kind === 'comment')) {
      throw new Error('It holds a comment.')
    }
    const checked = checkUserExpression(value, dialect)
    if (checked !== escapeQuotes(quoteNames(value.trim(), dialect), dialect))
      throw new Error('It begins with WHERE.')
    return checked
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The value of the variable {{ ${name} }} is not one SQL expression: ${reason}`, {
      cause: error,
    })
  }
}

const nameOf = (text: string, { start, end }: Token): string => text.slice(start + 2, end - 2).trim()

/** Throws a plain Error for a text that no engine takes. */
export function refuseNul(text: string): void {
  if (text.includes('\0')) throw new Error('The expression holds a NUL character; remove it.')
}

function refuseVariableInside(text: string, { start, end }: Token): void {
  const inside = /\{\{\s*([A-Za-z_][A-Za-z0-9_]*)\s*\}\}/.exec(text.slice(start, end))
  if (inside) {
    throw new Error(
      `The variable ${inside[0]} stands inside quotes; write it without them and give it a quoted value.`,
    )
  }
}

/**
 * No statement end, every bracket closed by its own kind, texts never side by side; no list on the outer level unless `isList`.
 * Throws a plain Error.
 */
export function refuseSeveral(body: string, tokens: readonly Token[], isList = false): void {
  const open: string[] = []
  for (const [index, token] of tokens.entries()) {
    const written = body.slice(token.start, token.end)
    // After an escape text an engine may read the next one with backslashes too.
    if (token.kind === 'text' && tokens[index - 1]?.kind === 'text') {
      throw new Error('Two texts stand side by side; join them with || or concat().')
    }
    if (token.kind !== 'symbol') continue
    if (written === ';')
      throw new Error('A semicolon cannot stand in an expression; write one expression without it.')
    if (written === ',' && open.length === 0 && !isList) {
      throw new Error('A comma stands between two expressions; join conditions with "and" or "or".')
    }
    const closer = closers[written]
    if (closer) open.push(closer)
    else if (Object.values(closers).includes(written) && open.pop() !== written) {
      throw new Error(`A "${written}" closes what was not opened; remove it or open it before.`)
    }
  }
  const unclosed = open.at(-1)
  if (unclosed) throw new Error(`A "${unclosed}" is missing at the end.`)
}
