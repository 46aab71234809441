/**
 * A piece of SQL text. `text` holds quotes and dollars; `symbol` is one character of anything else;
 * `variable` is `{{ name }}`. White space is in no token.
 */
export interface Token {
  kind: 'word' | 'number' | 'text' | 'identifier' | 'comment' | 'variable' | 'symbol'
  start: number
  /** Index after the last character. */
  end: number
}

/** The differences of an engine's own lexer; a wrong entry lets a text end where the engine does not end it. */
export interface LexicalRules {
  nestedComments?: true
  dollarQuotes?: true
  /** `E'...'` knows backslashes. */
  escapeTexts?: true
  /** Every `'...'` knows backslashes, `"..."` is a text too, `#` begins a comment, and `--` needs a blank behind it. */
  mysql?: true
  /** Texts and quoted names know backslashes. */
  backslashes?: true
  /** Texts know backslashes, names in double quotes do not. */
  backslashesInTexts?: true
  /** It is not known whether a backslash escapes the quote behind it, so a text or name in which that counts is refused. */
  doubtfulBackslashes?: true
  /** Texts in either kind of quotes know backslashes, names in back-ticks do not; raw texts and comments that go on in the next line are refused. */
  spark?: true
  /** `#` before a blank or `!` begins a comment. */
  hashComments?: true
  /** `(value).name` calls a function of one argument as `name(value)` does. */
  dottedCalls?: true
  /** `U&"..."` spells a name in escapes, so that it cannot be read here. */
  escapedNames?: true
  /** A quote inside of a text stands behind a backslash; two of them would end one text and begin another. */
  undoubledQuotes?: true
  /** `q'[...]'` is a text whose end is between the brackets, so it is refused. */
  ownQuotes?: true
  /** Three quotes begin another kind of text or name, so they are refused. */
  tripleQuotes?: true
  backtickIdentifiers?: true
  bracketIdentifiers?: true
  /** A bracket that closes such a name is doubled inside of it. */
  doubledBrackets?: true
  /** Matches text that would be taken for a parameter of the statement around it. */
  placeholder: RegExp
}

/** True where a backslash begins an escape in every text between single quotes. */
export const knowsBackslashes = ({ mysql, spark, backslashes, backslashesInTexts }: LexicalRules): boolean =>
  mysql === true || spark === true || backslashes === true || backslashesInTexts === true

const word = /[A-Za-z_\u0080-\uffff][A-Za-z0-9_$\u0080-\uffff]*/y
// Only digits: `1e'x'` is a number and an escape text to some servers, so the `e` must stand alone here too.
const digits = /[0-9]+/y
const variable = /\{\{\s*[A-Za-z_][A-Za-z0-9_]*\s*\}\}/y
const plainKinds = [
  ['variable', variable],
  ['word', word],
  ['number', digits],
] as const
const dollarTag = /\$(?:[A-Za-z_\u0080-\uffff][A-Za-z0-9_\u0080-\uffff]*)?\$/y
const blank = /[ \t\n\v\f\r]+/y
// Blanks of other scripts are letters to some engines and blanks to others, and curly quotes are letters to some and quotes to
// others; control characters are nothing anywhere.
const strange = /[\p{Z}\p{C}\p{Pi}\p{Pf}]/u

/**
 * Cuts a text as the engine would; throws a plain Error with a sentence when a text, name or comment does not end.
 * Placeholders are refused unless they are `kept`, which only whole statements need.
 */
export function tokensOf(
  sql: string,
  lexicalRules: LexicalRules,
  placeholders: 'refused' | 'kept' = 'refused',
): Token[] {
  const read = placeholders === 'kept' ? { ...lexicalRules, placeholder: /(?!)/y } : lexicalRules
  const tokens: Token[] = []
  for (let at = 0; at < sql.length;) {
    const skipped = lengthAt(blank, sql, at)
    if (skipped > 0) {
      at += skipped
      continue
    }
    const token = tokenAt(sql, at, read, tokens.at(-1))
    if (['word', 'symbol'].includes(token.kind)) refuseStrange(sql.slice(token.start, token.end))
    tokens.push(token)
    at = token.end
  }
  return tokens
}

function tokenAt(sql: string, start: number, lexicalRules: LexicalRules, previous: Token | undefined): Token {
  const token = (kind: Token['kind'], end: number): Token => ({ kind, start, end })
  const comment = commentEnd(sql, start, lexicalRules)
  if (comment !== null) return token('comment', comment)
  const character = sql[start]
  if (lexicalRules.spark && (character === "'" || character === '"')) refuseRaw(sql, previous, start)
  if (lexicalRules.ownQuotes && character === "'") refuseOwnQuotes(sql, previous, start)
  if (lexicalRules.tripleQuotes && /^(?:'''|""")/.test(sql.slice(start, start + 3)))
    throw new Error(
      'Three quotes stand side by side; write the text in one quote, doubled inside or behind a backslash.',
    )
  if (character === "'") {
    const escapes =
      knowsBackslashes(lexicalRules) ||
      (lexicalRules.escapeTexts === true && isEscapeMark(sql, previous, start))
    refuseDoubtful(sql, start, "'", lexicalRules)
    return token('text', quotedEnd(sql, start, "'", escapes))
  }
  if (character === '"') {
    refuseDoubtful(sql, start, '"', lexicalRules)
    return lexicalRules.mysql
      ? token('text', quotedEnd(sql, start, '"', true))
      : token(
          'identifier',
          quotedEnd(sql, start, '"', lexicalRules.backslashes === true || lexicalRules.spark === true),
        )
  }
  if (character === '`' && lexicalRules.backtickIdentifiers) {
    return token('identifier', quotedEnd(sql, start, '`', lexicalRules.backslashes === true))
  }
  if (character === '[' && lexicalRules.bracketIdentifiers) {
    if (lexicalRules.doubledBrackets) return token('identifier', quotedEnd(sql, start, ']', false))
    const end = sql.indexOf(']', start)
    if (end === -1) throw new Error('A name that begins with [ does not end; write ] after it.')
    return token('identifier', end + 1)
  }
  if (lexicalRules.dollarQuotes) {
    const tag = lengthAt(dollarTag, sql, start)
    if (tag > 0) return token('text', dollarEnd(sql, start, tag))
  }
  if (lengthAt(lexicalRules.placeholder, sql, start) > 0) {
    throw new Error(
      `"${sql.slice(start, start + 10)}" would be taken for a parameter; write the value itself.`,
    )
  }
  for (const [kind, pattern] of plainKinds) {
    const length = lengthAt(pattern, sql, start)
    if (length > 0) return token(kind, start + length)
  }
  return token('symbol', start + 1)
}

function refuseStrange(written: string): void {
  const [found] = strange.exec(written) ?? []
  if (found === undefined) return
  const code = (found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  throw new Error(
    `The character U+${code} stands outside quotes; write an ordinary blank or quote, or nothing.`,
  )
}

/** How long the match of a sticky pattern here is; 0 for none. */
function lengthAt(pattern: RegExp, sql: string, at: number): number {
  pattern.lastIndex = at
  // Unlike `exec` it makes no list of what it found, of which a statement would have hundreds.
  return pattern.test(sql) ? pattern.lastIndex - at : 0
}

const isEscapeMark = (sql: string, previous: Token | undefined, start: number): boolean =>
  previous?.kind === 'word' && previous.end === start && /^e$/i.test(sql.slice(previous.start, start))

/** In `r'...'` a backslash is one like others. */
function refuseRaw(sql: string, previous: Token | undefined, start: number): void {
  if (previous?.kind === 'word' && previous.end === start && /^r$/i.test(sql.slice(previous.start, start)))
    throw new Error("A raw text (r'...') cannot stand here; write each backslash twice instead.")
}

function refuseOwnQuotes(sql: string, previous: Token | undefined, start: number): void {
  if (previous?.kind === 'word' && previous.end === start && /^n?q$/i.test(sql.slice(previous.start, start)))
    throw new Error(
      "A text with quotes of its own (q'[...]') cannot stand here; write '...', quotes doubled.",
    )
}

/** The index after a comment that begins here; null when none does. */
function commentEnd(sql: string, start: number, lexicalRules: LexicalRules): number | null {
  if (sql.startsWith('/*', start)) return blockCommentEnd(sql, start, lexicalRules)
  const dashes =
    sql.startsWith('--', start) &&
    (!lexicalRules.mysql || /^--(?:[\s\0-\x20]|$)/.test(sql.slice(start, start + 3)))
  const hash =
    lexicalRules.mysql === true
      ? sql[start] === '#'
      : lexicalRules.hashComments === true && /^#[\s!]/.test(sql.slice(start, start + 2))
  if (!dashes && !hash) return null
  const newline = sql.indexOf('\n', start)
  const end = newline === -1 ? sql.length : newline
  // A carriage return alone ends the comment for some engines and not for others.
  if (/\r(?!$)/.test(sql.slice(start, end))) {
    throw new Error('A comment holds a carriage return without a line feed; end the line with a line feed.')
  }
  if (lexicalRules.spark && /\\\r?$/.test(sql.slice(start, end)))
    throw new Error('A comment ends with a backslash, which would carry it on in the next line; remove it.')
  return end
}

function blockCommentEnd(sql: string, start: number, lexicalRules: LexicalRules): number {
  if (lexicalRules.mysql && /^\/\*M?[!+]/.test(sql.slice(start, start + 4))) {
    throw new Error('A comment that the server would execute (/*! ... */) cannot stand in an expression.')
  }
  let depth = 1
  for (let at = start + 2; at < sql.length;) {
    if (sql.startsWith('*/', at)) {
      depth -= 1
      at += 2
      if (depth === 0) return at
    } else if (lexicalRules.nestedComments && sql.startsWith('/*', at)) {
      depth += 1
      at += 2
    } else at += 1
  }
  throw new Error('A comment that begins with /* does not end; write */ after it.')
}

function refuseDoubtful(sql: string, start: number, quote: string, lexicalRules: LexicalRules): void {
  if (!lexicalRules.doubtfulBackslashes) return
  const isBefore = /\\['"]/.test(sql.slice(start, quotedEnd(sql, start, quote, false)))
  if (isBefore)
    throw new Error('A backslash stands before a quote, which may or may not end there; write it otherwise.')
}

function quotedEnd(sql: string, start: number, quote: string, escapes: boolean): number {
  for (let at = start + 1; at < sql.length; at += 1) {
    if (escapes && sql[at] === '\\') at += 1
    else if (sql[at] === quote) {
      if (sql[at + 1] !== quote) return at + 1
      at += 1
    }
  }
  const what = quote === "'" ? 'A text' : 'A name or text'
  throw new Error(`${what} that begins with ${quote} does not end; write ${quote} after it, doubled inside.`)
}

function dollarEnd(sql: string, start: number, tagLength: number): number {
  const tag = sql.slice(start, start + tagLength)
  const end = sql.indexOf(tag, start + tagLength)
  if (end === -1) throw new Error(`A text that begins with ${tag} does not end; write ${tag} after it.`)
  return end + tagLength
}
