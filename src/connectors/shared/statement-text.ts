import { messageOf } from '../../kernel/errors.ts'
import type { Dialect } from '../../sql/dialect.ts'
import { refuseForbidden } from '../../sql/forbidden-constructs.ts'
import { tokensOf, type Token } from '../../sql/lexer.ts'
import { StatementRefused } from '../connector.ts'

const blanksAndComments = /^(?:\s|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)+/

/**
 * Refuses text that does not begin like a query. It is the first of two fences (each engine has a stronger one of its
 * own) and is there because engines pass some `pragma`, `show` and `call` off as a select.
 */
export function refuseUnlessQuery(sql: string): void {
  const text = sql.replace(blanksAndComments, '')
  if (/^(?:select|with|from|values|table)\b|^\(/i.test(text)) return
  const word = /^\w+/.exec(text)?.[0]
  throw new StatementRefused(
    word
      ? `Only a single select is run here, and this statement begins with "${word}".`
      : 'The statement is empty.',
  )
}

const quotedOrComment =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g

/** Refuses a second statement behind the first, for engines that would silently leave it out. */
export function refuseSecondStatement(sql: string): void {
  if (/;\s*\S/.test(sql.replaceAll(quotedOrComment, (quoted) => (/^(?:--|\/\*)/.test(quoted) ? ' ' : 'q')))) {
    throw new StatementRefused(
      'Only a single select is run here, and this text holds more than one statement.',
    )
  }
}

/** Refuses what the dialect lists as doing more than reading tables, and text that it cannot take apart. */
export function refuseMoreThanReading(sql: string, dialect: Dialect): void {
  takenApart(sql, dialect, (tokens) => refuseForbidden(sql, tokens, dialect))
}

/** Refuses what is no query, does more than reading tables, or holds a semicolon anywhere but in a text, a name or a comment. */
export function refuseUnlessOneSelect(sql: string, dialect: Dialect): void {
  refuseUnlessQuery(sql)
  takenApart(sql, dialect, (tokens) => {
    if (tokens.some(({ start, end }) => sql.slice(start, end) === ';'))
      throw new Error('Only a single select is run here, and this text holds a semicolon.')
    refuseForbidden(sql, tokens, dialect)
  })
}

/** Errors of `judge`, and of the taking apart, are refusals of the statement. */
function takenApart(sql: string, dialect: Dialect, judge: (tokens: Token[]) => void): void {
  try {
    judge(tokensOf(sql, dialect.lexicalRules, 'kept'))
  } catch (cause) {
    throw new StatementRefused(messageOf(cause))
  }
}
