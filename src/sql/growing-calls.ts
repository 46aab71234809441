import { knowsBackslashes, type LexicalRules, type Token } from './lexer.ts'

/**
 * How much longer than its arguments a call makes its value, by the name of the function in lower case: `product` as many times as each argument says,
 * `times` by the number at the second place, `first` by that at the first, `range` by the distance of two ends, `replaced` by what stands at the third place
 * for each match, and a number so many times. Any other call makes at most what its arguments are together.
 */
export type GrowingCalls = Readonly<
  Record<string, 'product' | 'times' | 'first' | 'range' | 'replaced' | number>
>

/** The functions that both families of servers have which do not bound a value themselves. */
export const commonGrowth: GrowingCalls = {
  lpad: 'times',
  rpad: 'times',
  repeat: 'times',
  sequence: 'range',
  transform: 'product',
  transform_keys: 'product',
  transform_values: 'product',
  zip_with: 'product',
  map_zip_with: 'product',
  array_join: 'product',
  replace: 'replaced',
  regexp_replace: 'replaced',
  url_encode: 3,
}

/** What a value may grow to, in characters or elements, where each field has one. */
const mostGrowth = 10_000_000

/** One argument, or what stands outside of all calls. */
interface Argument {
  size: number
  /** Its tokens, and the only one where there is one. */
  tokens: number
  only: string
}

interface Call {
  name: string
  given: Argument[]
}

const empty = (): Argument => ({ size: 0, tokens: 0, only: '' })

/**
 * Throws a plain Error for calls within one another that together may make a value of more than ten million characters or elements: each is
 * bounded, but what one makes the next one multiplies. `tokens` are without comments.
 */
export function refuseGrowth(
  sql: string,
  tokens: readonly Token[],
  { growing, lexicalRules }: { growing: GrowingCalls; lexicalRules: LexicalRules },
): void {
  const open: Call[] = [{ name: '', given: [empty()] }]
  let before = ''
  for (const { kind, start, end } of tokens) {
    const written = sql.slice(start, end)
    const call = open.at(-1)
    if (kind !== 'symbol') {
      add(call, kind === 'text' ? lengthOf(written, lexicalRules) : 1, written)
    } else if ('([{'.includes(written)) {
      open.push({ name: written === '(' ? before : '', given: [empty()] })
    } else if (')]}'.includes(written) && open.length > 1 && call) {
      open.pop()
      const size = grown(call, growing, lexicalRules)
      if (size > mostGrowth) throw new Error(`"${call.name}" ${sentence}`)
      add(open.at(-1), size, written)
    } else if (written === ',') {
      call?.given.push(empty())
    } else {
      add(call, 0, written)
    }
    before =
      kind === 'word'
        ? written.toLowerCase()
        : kind === 'identifier'
          ? written.slice(1, -1).toLowerCase()
          : ''
  }
}

const sentence = `may make a value of more than ${mostGrowth.toLocaleString('en')} characters or elements here, since what stands within one another multiplies it; that can end the server. Nest fewer of such calls, or make what they are given smaller.`

function add(call: Call | undefined, size: number, written: string): void {
  const argument = call?.given.at(-1)
  if (!argument) return
  argument.size += size
  argument.tokens += 1
  argument.only = argument.tokens === 1 ? written : ''
}

function grown({ name, given }: Call, growing: GrowingCalls, lexicalRules: LexicalRules): number {
  const how = Object.hasOwn(growing, name) ? growing[name] : undefined
  const sizes = given.map(({ size }) => Math.max(1, size))
  const sum = sizes.reduce((all, size) => all + size, 0)
  const product = sizes.reduce((all, size) => all * size, 1)
  switch (how) {
    case undefined:
      return sum
    case 'product':
      return product
    case 'times':
      return product * numberIn(given[1])
    case 'first':
      return numberIn(given[0])
    case 'range':
      return Math.max(1, Math.abs(numberIn(given[1]) - numberIn(given[0])))
    case 'replaced':
      return (sizes[0] ?? 1) * replacedBy(name, given, lexicalRules)
    default:
      return sum * how
  }
}

/** The number that is all of the argument; 1 for anything else, such as a date. */
const numberIn = ({ only }: Argument = empty()): number =>
  /^\d+$/.test(only) ? Math.max(1, Number(only)) : 1

/** How many characters come for one. An empty text, and a pattern, match between any two. */
function replacedBy(name: string, [, from, to]: readonly Argument[], rules: LexicalRules): number {
  const by = Math.max(1, to?.size ?? 0)
  const found = from !== undefined && from.only.startsWith("'") ? lengthOf(from.only, rules) : 1
  return name === 'replace' && found > 0 ? Math.max(1, Math.ceil(by / found)) : 1 + by
}

/** Characters between the quotes. */
const lengthOf = (text: string, rules: LexicalRules): number =>
  (knowsBackslashes(rules) ? text.replaceAll(/\\./g, '.') : text).length - 2
