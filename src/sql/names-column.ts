import { tokensOf, type LexicalRules, type Token } from './lexer.ts'

/** What most stores read alike: texts in single quotes, names in double ones or in back-ticks. */
const plainSql: LexicalRules = { placeholder: /(?!)/y, backtickIdentifiers: true }

/**
 * True when the SQL names the column, in any letter case: outside of texts and comments, and not as a function. Only its own engine
 * knows that for sure; of what is no plain SQL it is false.
 */
export function namesColumn(sql: string, column: string): boolean {
  const tokens = plainTokens(sql)
  const textOf = (token: Token | undefined): string =>
    token === undefined ? '' : sql.slice(token.start, token.end)
  return tokens.some((token, index) => {
    const text = textOf(token)
    if (token.kind === 'word')
      return text.toLowerCase() === column.toLowerCase() && textOf(tokens[index + 1]) !== '('
    if (token.kind !== 'identifier') return false
    const quote = text.at(-1) ?? ''
    return (
      text
        .slice(1, -1)
        .replaceAll(quote + quote, quote)
        .toLowerCase() === column.toLowerCase()
    )
  })
}

function plainTokens(sql: string): Token[] {
  try {
    return tokensOf(sql, plainSql).filter(({ kind }) => kind !== 'comment')
  } catch {
    return []
  }
}
