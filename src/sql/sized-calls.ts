import type { Token } from './lexer.ts'

/**
 * Functions that make a value, or take memory, of whatever size they are told, by their names in lower case: the places of the arguments
 * that say it, from 0; `format` where widths stand in a text at the first place, `range` where the first two are ends, `fold` where a state may
 * double at each step that the arguments behind the second describe.
 */
export type SizedCalls = Readonly<Record<string, readonly number[] | 'fold' | 'format' | 'range'>>

/** Sizes that may be asked for: what pads texts or rounds numbers takes far less. */
const mostSize = 10_000
/** Elements between the ends of a range. */
const mostElements = 1_000_000

/**
 * Throws a plain Error for a call whose size is greater, or is not written as a number: servers compute such a value at once, outside of the
 * memory that they count, and some end over it. `tokens` are without comments.
 */
export function refuseUnbounded(sql: string, tokens: readonly Token[], sized: SizedCalls): void {
  const written = ({ start, end }: Token): string => sql.slice(start, end)
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'word' && token.kind !== 'identifier') continue
    const next = tokens[index + 1]
    if (next === undefined || written(next) !== '(') continue
    const name = nameIn(written(token)).toLowerCase()
    const size = Object.hasOwn(sized, name) ? sized[name] : undefined
    if (size === undefined) continue
    const given = argumentsBehind(tokens.slice(index + 2).map((one) => ({ ...one, written: written(one) })))
    if (!isBounded(given, size))
      throw new Error(`"${name}" ${sentences[typeof size === 'string' ? size : 'size']}`)
  }
}

/** A name without the quotes around it. */
const nameIn = (written: string): string => (/^["`]/.test(written) ? written.slice(1, -1) : written)

const sentences = {
  fold: 'may double a value at each step here, which can end the server; join texts and lists by array_join or flatten outside of it.',
  size: `may make a value of any size here, which can end the server; write its size as a number of at most ${mostSize.toLocaleString('en')}.`,
  format: `may make a text of any length here, which can end the server; write its format as a text with widths below ${mostSize.toLocaleString('en')}.`,
  range: `may make a list of any length here, which can end the server; write its ends as numbers of at most ${mostElements.toLocaleString('en')}, or as dates.`,
}

type Written = Token & { written: string }

/** The arguments of a call, without the brackets around them. */
function argumentsBehind(tokens: readonly Written[]): Written[][] {
  const given: Written[][] = [[]]
  let depth = 0
  for (const token of tokens) {
    const isSymbol = token.kind === 'symbol'
    if (isSymbol && '([{'.includes(token.written)) depth += 1
    if (isSymbol && ')]}'.includes(token.written) && --depth < 0) break
    if (isSymbol && token.written === ',' && depth === 0) given.push([])
    else given.at(-1)?.push(token)
  }
  return given
}

function isBounded(given: readonly Written[][], size: SizedCalls[string]): boolean {
  if (size === 'fold') return !given.slice(2).some(joins)
  if (size === 'format') return isShortFormat(given[0] ?? [])
  if (size === 'range') return isShortRange(given)
  return size.every((place) => given[place] === undefined || isNumber(given[place], mostSize))
}

/** What makes a longer value of the one that it is given. */
const joining = /^(?:concat|concat_ws|flatten|map_concat|replace|regexp_replace|transform)$/i

const joins = (argument: readonly Written[]): boolean =>
  argument.some(({ kind, written, end }, index) => {
    const next = argument[index + 1]
    return kind === 'symbol'
      ? written === '|' && next?.written === '|' && next.start === end
      : joining.test(nameIn(written))
  })

function isShortFormat([format, ...more]: readonly Written[]): boolean {
  return format?.kind === 'text' && more.length === 0 && !/\d{5}/.test(format.written)
}

function isShortRange(given: readonly Written[][]): boolean {
  const ends = given.slice(0, 2)
  const mentions = (argument: readonly Written[], what: RegExp): boolean =>
    argument.some(({ kind, written }) => kind === 'word' && what.test(written))
  const isOfTime = given.some((argument) => mentions(argument, /interval/i))
  return isOfTime || ends.every((end) => mentions(end, /date/i) || isNumber(end, mostElements))
}

function isNumber(argument: readonly Written[], most: number): boolean {
  const [first, ...others] = argument[0]?.written === '-' ? argument.slice(1) : argument
  return first?.kind === 'number' && others.length === 0 && Number(first.written) <= most
}
