import { duckdb } from './dialects/duckdb.dialect.ts'
import { tokensOf, type Token } from './lexer.ts'
import { quoteNames } from './user-expression.ts'

/** Words of expressions that name no column. */
const keywords = new Set(
  `as and or not is null in like ilike between case when then else end cast interval distinct asc desc nulls first last
   true false integer int bigint smallint hugeint double real float decimal numeric varchar text date time timestamp boolean`.split(
    /\s+/,
  ),
)

/**
 * True when every value of a select list of DuckDB comes from columns that it names, none of them hidden, or from a star, which
 * keeps their names. False in doubt. `hidden` are names in lower case.
 */
export function readsPlainly(given: string, hidden: ReadonlySet<string>): boolean {
  const list = quoteNames(given, duckdb)
  const tokens = tokensOf(list, duckdb.lexicalRules).filter(({ kind }) => kind !== 'comment')
  const written = (token: Token | undefined): string =>
    token === undefined ? '' : list.slice(token.start, token.end).toLowerCase()
  return tokens.every((token, index) => {
    const [before, after] = [tokens[index - 1], tokens[index + 1]]
    const text = written(token)
    if (text === '*' && token.kind === 'symbol')
      return isWholeItem(written(before), written(after)) || multiplies(before, after, written)
    if (token.kind !== 'word' && token.kind !== 'identifier') return true
    const name = token.kind === 'identifier' ? text.slice(1, -1).replaceAll('""', '"') : text
    // A name that is given here, rather than read.
    if (written(before) === 'as') return true
    if (hidden.has(name) || name === 'rows_of' || name === 'written_of') return false
    if (written(after) === '(') return !['columns', 'unpack', 'struct_pack', 'row'].includes(name)
    return token.kind === 'identifier' || keywords.has(text) || !isOtherSyntax(text)
  })
}

/** Words with which a list does more than compute from columns. */
const isOtherSyntax = (word: string): boolean =>
  ['select', 'from', 'with', 'table', 'exclude', 'replace', 'rename', 'columns', 'over', 'values'].includes(
    word,
  )

/** A star alone between commas, or the rows that are counted. */
const isWholeItem = (before: string, after: string): boolean =>
  (['', ','].includes(before) && ['', ','].includes(after)) || (before === '(' && after === ')')

const multiplies = (
  before: Token | undefined,
  after: Token | undefined,
  written: (token: Token | undefined) => string,
): boolean =>
  before !== undefined &&
  after !== undefined &&
  (['word', 'identifier', 'number'].includes(before.kind) || written(before) === ')') &&
  !keywords.has(written(before)) &&
  (['identifier', 'number'].includes(after.kind) ||
    written(after) === '(' ||
    (after.kind === 'word' && !isOtherSyntax(written(after)) && !keywords.has(written(after))))
