import type { Violation } from '../kernel/errors.ts'

/** Objects and lists nested deeper than this are refused: writing them out again would exhaust the stack. */
const deepest = 64

/**
 * Texts that PostgreSQL cannot keep (U+0000 and halves of surrogate pairs), numbers that a double cannot hold, which would be written
 * as null, and too deep nesting, by their place.
 */
export function unstorable(value: unknown, part: string): Violation[] {
  const waiting: { value: unknown; loc: (string | number)[] }[] = [{ value, loc: [part] }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, loc } = next
    const refuse = (msg: string): Violation[] => [{ loc, msg, type: 'value_error' }]
    if (typeof value === 'string' && !isStorable(value)) {
      return refuse(`${String(loc.at(-1))} holds a character that is not text (U+0000 or half of a pair).`)
    }
    if (isTooLarge(value)) {
      return refuse(`${String(loc.at(-1))} is a number beyond 1.8e308, which cannot be kept.`)
    }
    if (typeof value !== 'object' || value === null) continue
    if (loc.length > deepest) return refuse(`Nested deeper than ${deepest} levels.`)
    for (const [member, inner] of Object.entries(value)) {
      if (!isStorable(member)) {
        return refuse('A member has a name that is not text (U+0000 or half of a pair).')
      }
      if (typeof inner === 'string' || typeof inner === 'object' || isTooLarge(inner)) {
        waiting.push({ value: inner, loc: [...loc, Array.isArray(value) ? Number(member) : member] })
      }
    }
  }
  return []
}

const isTooLarge = (value: unknown): boolean => typeof value === 'number' && !Number.isFinite(value)

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}
