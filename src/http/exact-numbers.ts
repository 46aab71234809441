import { ExactNumber } from '../kernel/cell.ts'
import { losesDigits } from '../kernel/quantity.ts'

/**
 * The members of a body whose numbers keep all their digits, and as what: the properties of checks, rows to be judged, people's own pairs,
 * and variables, which are put into SQL as texts.
 */
const exactMembers: ReadonlyMap<string, 'number' | 'text'> = new Map([
  ['properties', 'number'],
  ['records', 'number'],
  ['additional_metadata', 'number'],
  ['custom_details', 'number'],
  ['check_variables', 'text'],
])

/** Neither properties nor rows are nested deeper than this. */
const deepest = 16

/**
 * The body of a request with those numbers below such a member that have more digits than JSON.parse keeps as
 * ExactNumber, or as their text. `text` is what `body` was parsed from; it is only parsed again where it holds such a number.
 */
export function withExactNumbers(text: string, body: unknown): unknown {
  if (!/\d[\d.]{15}/.test(text) || ![...exactMembers.keys()].some((name) => text.includes(`"${name}"`)))
    return body
  let found = false
  const exact: unknown = JSON.parse(text, (_member, value: unknown, context?: { source?: string }) => {
    const source = context?.source ?? ''
    if (typeof value !== 'number' || !/^-?\d[\d.]{15,}$/.test(source) || !losesDigits(source)) return value
    found = true
    return new ExactNumber(source)
  })
  if (found) putInMembers(body, exact, 0)
  return body
}

function putInMembers(body: unknown, exact: unknown, depth: number): void {
  if (!isNode(body) || !isNode(exact) || depth > deepest) return
  for (const [name, value] of Object.entries(body)) {
    const form = exactMembers.get(name)
    if (form) putDigits(value, exact[name], form, depth)
    else putInMembers(value, exact[name], depth + 1)
  }
}

function putDigits(target: unknown, exact: unknown, form: 'number' | 'text', depth: number): void {
  if (!isNode(target) || !isNode(exact) || depth > deepest) return
  for (const [name, value] of Object.entries(target)) {
    const precise = exact[name]
    if (precise instanceof ExactNumber) target[name] = form === 'text' ? precise.text : precise
    else putDigits(value, precise, form, depth + 1)
  }
}

/** Objects and lists alike, by their names or places. */
const isNode = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
