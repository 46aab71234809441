import type { Dialect } from './dialect.ts'
import { refuseForbidden } from './forbidden-constructs.ts'
import { tokensOf, type Token } from './lexer.ts'
import { quoteNames, refuseNul, refuseSeveral } from './user-expression.ts'

/**
 * A person's own query, without the semicolon at its end, fit to stand between parentheses. Throws a plain Error with a sentence
 * for a text that is no single query, or that does more than read. It is the second line of defence, as sessions are read-only.
 */
export function checkUserQuery(written: string, dialect: Dialect): string {
  refuseNul(written)
  const text = quoteNames(written, dialect)
  const all = spokenTokens(text, dialect)
  const tokens = [...all]
  const isEnd = (token: Token | undefined): boolean => token !== undefined && writtenIn(text, token) === ';'
  while (isEnd(tokens.at(-1))) tokens.pop()
  const last = tokens.at(-1)
  if (last === undefined) throw new Error('The query is empty.')
  if (tokens.some(isEnd)) throw new Error('A semicolon stands between two statements; write one query.')
  // What follows the last word is blanks, comments and semicolons, which say nothing.
  const body = text.slice(0, last.end).trim()
  const own = spokenTokens(body, dialect)
  refuseVariables(body, own)
  refuseNoQuery(body, own)
  refuseSeveral(body, own, true)
  refuseForbidden(body, own, dialect)
  return body
}

/** Words that begin another part of a query, when they stand outside of brackets. */
const clauseWords = new Set(
  'from where group having order limit offset fetch union intersect except minus window qualify into for using sample'.split(
    ' ',
  ),
)

/**
 * A person's own list of columns or groups, with commas between them, fit to stand behind `select` or `group by`. Throws a plain
 * Error with a sentence for what would begin another part of the query.
 */
export function checkUserList(text: string, dialect: Dialect): string {
  refuseNul(text)
  const body = quoteNames(text.trim(), dialect)
  const tokens = spokenTokens(body, dialect)
  if (tokens.length === 0) throw new Error('The list of columns is empty.')
  refuseVariables(body, tokens)
  refuseSeveral(body, tokens, true)
  let depth = 0
  for (const token of tokens) {
    const written = writtenIn(body, token).toLowerCase()
    if ('([{'.includes(written)) depth += 1
    if (')]}'.includes(written)) depth -= 1
    if (depth === 0 && token.kind === 'word' && clauseWords.has(written))
      throw new Error(`"${written}" begins another part of the query; write only the columns here.`)
  }
  refuseForbidden(body, tokens, dialect)
  return body
}

const writtenIn = (text: string, { start, end }: Token): string => text.slice(start, end)

const spokenTokens = (text: string, dialect: Dialect): Token[] =>
  tokensOf(text, dialect.lexicalRules).filter(({ kind }) => kind !== 'comment')

function refuseVariables(text: string, tokens: readonly Token[]): void {
  const variable = tokens.find(({ kind }) => kind === 'variable')
  if (variable)
    throw new Error(
      `The variable ${writtenIn(text, variable)} has no value here; only filters and expressions of checks have variables.`,
    )
}

/** Engines pass some other statements off as tables when they stand between parentheses. */
function refuseNoQuery(text: string, tokens: readonly Token[]): void {
  const first = tokens.find((token) => writtenIn(text, token) !== '(')
  const word = first === undefined ? '' : writtenIn(text, first).toLowerCase()
  if (['select', 'with', 'values', 'table'].includes(word)) return
  throw new Error(`The query begins with "${word}"; write a single SELECT.`)
}
