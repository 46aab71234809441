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
