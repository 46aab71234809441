import type { Token } from './lexer.ts'

/** Words after which a star begins an operand, so that it is no multiplication. */
const beforeOperand = new Set(
  `select distinct all and or not in is like ilike similar to glob between when then else case as by on having where from
   union except intersect limit offset return returning escape collate isnull notnull any some exists filter over`.split(
    /\s+/,
  ),
)

/**
 * Refuses expressions for several columns: a star that neither multiplies nor counts rows, and DuckDB's columns() and
 * unpack(). The expression would have several values, and those of the checks beside it would move. Throws a plain Error.
 */
export function refuseColumnLists(body: string, tokens: readonly Token[]): void {
  const written = (token: Token | undefined): string =>
    token === undefined ? '' : body.slice(token.start, token.end).toLowerCase()
  for (const [index, token] of tokens.entries()) {
    const [before, after] = [tokens[index - 1], tokens[index + 1]]
    const text = written(token)
    if (token.kind !== 'text' && /^["`[]?(?:columns|unpack)["`\]]?$/.test(text) && written(after) === '(') {
      throw new Error(
        `"${text}(...)" stands for several columns, and an expression has one value; write the columns one by one.`,
      )
    }
    if (text !== '*' || token.kind !== 'symbol') continue
    const isCount =
      written(before) === '(' && written(after) === ')' && written(tokens[index - 2]) === 'count'
    const isExists =
      [written(tokens[index - 3]), written(tokens[index - 2]), written(before)].join(' ') ===
      'exists ( select'
    const isPower =
      written(before) === '*' && before?.end === token.start && isOperandEnd(tokens[index - 2], written)
    const multiplies = (isOperandEnd(before, written) || isPower) && isOperandBegin(after, written, token)
    if (!isCount && !isExists && !multiplies) {
      throw new Error(
        'A star stands for several columns, and an expression has one value; write the columns one by one. count(*) and multiplication are possible.',
      )
    }
  }
}

function isOperandEnd(token: Token | undefined, written: (token: Token | undefined) => string): boolean {
  if (token === undefined) return false
  const text = written(token)
  if (token.kind === 'word') return !beforeOperand.has(text)
  return token.kind === 'symbol' ? [')', ']', '}'].includes(text) : true
}

function isOperandBegin(
  token: Token | undefined,
  written: (token: Token | undefined) => string,
  star: Token,
): boolean {
  if (token === undefined) return false
  const text = written(token)
  if (token.kind === 'word')
    return !['exclude', 'replace', 'rename', 'from', 'like', 'ilike', 'glob'].includes(text)
  if (token.kind !== 'symbol') return true
  return (
    ['(', '[', '{', '+', '-', '~', '@', '.', '!', ':'].includes(text) ||
    (text === '*' && token.start === star.end)
  )
}
