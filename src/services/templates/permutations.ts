import { invalidMember, messageOf } from '../../kernel/errors.ts'
import { tokensOf, type Token } from '../../sql/lexer.ts'

/** One of the filters that a template's filter stands for. */
export interface Permutation {
  filter: string | null
  /** The values that it has in the places of `each`, as SQL; null: the filter has no `each`. */
  values: string[] | null
}

/** Most checks that one filter makes of a container. */
const mostPermutations = 1000

/** What every store reads alike: texts in single quotes, names in double ones. */
const plainSql = { placeholder: /(?!)/y }

/**
 * The filters that a template's filter stands for: one, or with `field = each('A', 'B')` one for each of the values; several such
 * places make every combination. 422 for a list that is no list of constants.
 */
export function permutationsOf(filter: string | null): Permutation[] {
  if (filter === null || !namesEach.test(filter)) return [{ filter, values: null }]
  const tokens = plainTokens(filter)
  if (typeof tokens === 'string') throw invalidMember('filter', tokens)
  const places = placesIn(filter, tokens)
  if (places.length === 0) return [{ filter, values: null }]
  const count = places.reduce((product, { values }) => product * values.length, 1)
  if (count > mostPermutations) {
    throw invalidMember(
      'filter',
      `The lists of each() make ${count} checks; at most ${mostPermutations} are made of one filter.`,
    )
  }
  const chosen = places.reduce<string[][]>(
    (sets, { values }) => sets.flatMap((set) => values.map((value) => [...set, value])),
    [[]],
  )
  return chosen.map((values) => ({ values, filter: filled(filter, places, values) }))
}

/** True when the filter is one of several, which only a template may have. What is no plain SQL is left to the engine, which knows no `each`. */
export function hasEach(filter: string | null): boolean {
  if (filter === null || !namesEach.test(filter)) return false
  const tokens = plainTokens(filter)
  return Array.isArray(tokens) && placesIn(filter, tokens).length > 0
}

/** A call of `each` in a filter, from its name to its bracket. */
interface Place {
  start: number
  end: number
  values: string[]
}

const namesEach = /\beach\b/i

function placesIn(filter: string, tokens: readonly Token[]): Place[] {
  return tokens.flatMap((token, index) => {
    const isCall = /^each$/i.test(textOf(filter, token)) && textOf(filter, tokens[index + 1]) === '('
    return isCall ? [placeAt(filter, tokens, index)] : []
  })
}

/** Or a sentence that says why the filter is no plain SQL: its texts or names may end elsewhere for its own engine. */
function plainTokens(filter: string): Token[] | string {
  try {
    return tokensOf(filter, plainSql).filter(({ kind }) => kind !== 'comment')
  } catch (error) {
    return messageOf(error)
  }
}

function placeAt(filter: string, tokens: readonly Token[], index: number): Place {
  const values: string[] = []
  for (let at = index + 2; ; at += 1) {
    const sign = textOf(filter, tokens[at]) === '-' ? '-' : ''
    if (sign !== '') at += 1
    const { text, next } = constantAt(filter, tokens, at)
    values.push(sign + text)
    at = next
    const closer = tokens[at]
    if (closer !== undefined && textOf(filter, closer) === ')') {
      const { start = 0 } = tokens[index] ?? {}
      return { start, end: closer.end, values: [...new Set(values)] }
    }
    if (textOf(filter, closer) !== ',') throw notConstants()
  }
}

/** A text, or a number with its digits behind the point. */
function constantAt(filter: string, tokens: readonly Token[], at: number): { text: string; next: number } {
  const first = tokens[at]
  if (first?.kind === 'text') return { text: textOf(filter, first), next: at + 1 }
  if (first?.kind !== 'number') throw notConstants()
  const fraction = tokens[at + 2]
  if (textOf(filter, tokens[at + 1]) !== '.' || fraction?.kind !== 'number')
    return { text: textOf(filter, first), next: at + 1 }
  return { text: filter.slice(first.start, fraction.end), next: at + 3 }
}

const textOf = (filter: string, token: Token | undefined): string =>
  token === undefined ? '' : filter.slice(token.start, token.end)

const notConstants = () =>
  invalidMember(
    'filter',
    "each() takes constants with commas between them, such as each('A', 'B') or each(1, 2).",
  )

function filled(filter: string, places: readonly Place[], values: readonly string[]): string {
  let text = ''
  let end = 0
  for (const [index, place] of places.entries()) {
    text += filter.slice(end, place.start) + (values[index] ?? '')
    end = place.end
  }
  return text + filter.slice(end)
}
