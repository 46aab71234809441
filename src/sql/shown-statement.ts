import { tokensOf, type LexicalRules, type Token } from './lexer.ts'

/** Stands in the place of what is left out. */
const leftOut = '…'

/**
 * A statement in which nothing has to be left out, whatever the engine: ASCII without single quotes, backslashes, and what begins a comment
 * or a text between dollars. Most statements are: their constants are parameters.
 */
const plain = /^(?:[ \n!"%&()*+,.0-9:;<=>?@A-Z[\]^_`a-z{|}~]|-(?!-)|\/(?!\*)|\$(?=\d))*$/

/**
 * The text of a statement for people: comments and constants of text (paths of files among them) are left out, and parameters keep
 * their placeholders. A text that cannot be cut into words is left out as a whole.
 */
export function shownStatement(sql: string, lexicalRules: LexicalRules): string {
  // Between double quotes some have texts.
  if (plain.test(sql) && !(lexicalRules.mysql && sql.includes('"'))) return onOneLine(sql)
  const tokens = tokensOrNull(sql, lexicalRules)
  if (tokens === null) return leftOut
  const parts: string[] = []
  let end = 0
  for (const token of tokens) {
    parts.push(sql.slice(end, token.start))
    if (token.kind === 'text') parts.push(`'${leftOut}'`)
    else if (token.kind !== 'comment') parts.push(sql.slice(token.start, token.end))
    end = token.end
  }
  return onOneLine(parts.join(''))
}

const onOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

function tokensOrNull(sql: string, lexicalRules: LexicalRules): Token[] | null {
  try {
    return tokensOf(sql, lexicalRules, 'kept')
  } catch {
    return null
  }
}

/** A shown text without its numbers, which may be values of the source; those in names and placeholders stay. */
export function withoutNumbers(shown: string): string {
  return shown.replaceAll(/(?<![\w$"`])\d[\w.]*/g, leftOut)
}
