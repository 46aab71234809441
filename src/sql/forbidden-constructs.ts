import type { LexicalRules, Token } from './lexer.ts'
import { refuseGrowth, type GrowingCalls } from './growing-calls.ts'
import { refuseUnbounded, type SizedCalls } from './sized-calls.ts'

/** A construct by which a query of one engine does more than read tables. */
export interface ForbiddenConstruct {
  /** Matched against the words of the query with one blank between them, texts left out. */
  pattern: RegExp
  does: string
  /** True for the names of functions and catalogues: quotes around them change nothing. Keywords are harmless in quotes. */
  isName?: true
}

/** Effects of forbidden constructs that several engines have, in words that end the sentence of a refusal. */
export const does = {
  runsText: 'runs a text as SQL',
  showsServer: "shows what is the server's own",
  readsFiles: 'reads files that are not in this datastore',
  keepsWaiting: 'keeps the server waiting',
  takesLocks: 'takes or gives back a lock',
  advances: 'advances a sequence',
}

/** What of a dialect people's own SQL is judged by. */
interface Fences {
  lexicalRules: LexicalRules
  forbidden: readonly ForbiddenConstruct[]
  sized?: SizedCalls
  growing?: GrowingCalls
}

/** Throws a plain Error with a sentence for a query or expression that would do more than read tables. */
export function refuseForbidden(
  sql: string,
  tokens: readonly Token[],
  { lexicalRules, forbidden, sized, growing }: Fences,
): void {
  const spoken = tokens.filter(({ kind }) => kind !== 'comment')
  if (lexicalRules.escapedNames) refuseEscapedNames(sql, spoken)
  const words = wordsOf(sql, spoken, () => "''")
  const names = namesIn(sql, spoken, lexicalRules)
  if (sized) refuseUnbounded(sql, spoken, sized)
  if (growing) refuseGrowth(sql, spoken, { growing, lexicalRules })
  for (const { pattern, does, isName } of forbidden) {
    const [found] = pattern.exec(isName ? names : words) ?? []
    if (found !== undefined) {
      const name = found.replace(/ \($/, '')
      const remedy = isName ? 'leave it out' : 'a column of that name needs its quotes'
      throw new Error(`"${name}" ${does}, and here tables are only read; ${remedy}.`)
    }
  }
}

/**
 * The words of a text in lower case with one blank between them, texts left out and names without their quotes; each
 * call has its bracket behind it, also one that is written like a field.
 */
export function namesIn(sql: string, tokens: readonly Token[], { dottedCalls }: LexicalRules): string {
  const spoken = tokens.filter(({ kind }) => kind !== 'comment')
  const names = wordsOf(sql, spoken, (quoted) => quoted.slice(1, -1).toLowerCase())
  return dottedCalls ? names.replaceAll(dotted, '. $1 (') : names
}

/** A name behind a dot that is neither called nor the first part of another one. */
const dotted = /\. ([^-+*/<>=~!@#%^&|`?[\]() ][^ ]*)(?! [(.])(?= |$)/g

function wordsOf(sql: string, tokens: readonly Token[], identifier: (quoted: string) => string): string {
  return tokens
    .map(({ kind, start, end }) => {
      const written = sql.slice(start, end)
      if (kind === 'text') return "''"
      return kind === 'identifier' ? identifier(written) : written.toLowerCase()
    })
    .join(' ')
}

function refuseEscapedNames(sql: string, tokens: readonly Token[]): void {
  for (const [index, { start, end }] of tokens.entries()) {
    const [sign, quoted] = [tokens[index + 1], tokens[index + 2]]
    if (!/^u$/i.test(sql.slice(start, end)) || sign?.start !== end || sql[end] !== '&') continue
    if (quoted?.start === sign.end && ['text', 'identifier'].includes(quoted.kind)) {
      throw new Error(
        'A name or text in escapes (U&...) cannot stand in an expression; write its characters.',
      )
    }
  }
}
