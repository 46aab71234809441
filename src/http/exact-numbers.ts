import { ExactNumber } from '../kernel/cell.ts'
import { losesDigits } from '../kernel/quantity.ts'

/** The members of a body whose numbers keep all their digits: the properties of checks, and rows to be judged. */
const exactMembers: readonly string[] = ['properties', 'records']

/** Neither properties nor rows are nested deeper than this. */
const deepest = 16

/**
 * The body of a request with those numbers below such a member that have more digits than JSON.parse keeps as
 * ExactNumber. `text` is what `body` was parsed from; it is only parsed again where it holds such a number.
 */
export function withExactNumbers(text: string, body: unknown): unknown {
  if (!/\d[\d.]{15}/.test(text) || !exactMembers.some((name) => text.includes(`"${name}"`))) return body
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
    if (exactMembers.includes(name)) putDigits(value, exact[name], depth)
    else putInMembers(value, exact[name], depth + 1)
  }
}

function putDigits(target: unknown, exact: unknown, depth: number): void {
  if (!isNode(target) || !isNode(exact) || depth > deepest) return
  for (const [name, value] of Object.entries(target)) {
    const precise = exact[name]
    if (precise instanceof ExactNumber) target[name] = precise
    else putDigits(value, precise, depth + 1)
  }
}

/** Objects and lists alike, by their names or places. */
const isNode = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
