import { fieldsFor, fewestValues, present, type Observed } from './inference.ts'

/** The lengths of texts, and the bounds that further ones keep to. */
interface Lengths {
  /** The length of the shortest and the longest text, but for exceptions. */
  least: number
  most: number
  min: number
  max: number
}

/** Exact where nearly all texts are equally long, and loose where they are not. */
function lengthsOf(texts: readonly string[]): Lengths {
  const lengths = texts.map((text) => [...text].length).sort((one, other) => one - other)
  const at = (share: number) => lengths[Math.round(share * (lengths.length - 1))] ?? 0
  const isFixed = at(0.005) === at(0.995) && lengths.length >= 50
  const middle = at(0.5)
  // Lengths far from the others are exceptions, as long as they are few.
  const range = Math.max(at(0.75) - at(0.25), middle / 4, 2)
  const far = lengths.filter((length) => length > at(0.75) + 8 * range || length < at(0.25) - 8 * range)
  const near = far.length > lengths.length / 100 ? lengths : lengths.filter((length) => !far.includes(length))
  const [least, most] = isFixed ? [middle, middle] : [near[0] ?? 0, near.at(-1) ?? 0]
  return {
    least,
    most,
    min: isFixed ? middle : Math.floor(least / 2),
    max: isFixed ? middle : Math.ceil(most * 1.5),
  }
}

/** The lengths of texts in each field that has enough of them to learn from. */
export function fieldsWithLengths(observed: Observed): { name: string; lengths: Lengths }[] {
  return fieldsFor({ shows_values: false }, observed).flatMap(({ field, values }) => {
    const texts = present(values)
    if (field.type !== 'String' || texts.length < fewestValues) return []
    return [{ name: field.name, lengths: lengthsOf(texts) }]
  })
}

/** What was seen of the lengths, as the reason for a bound of them. */
export function lengthsSeen(name: string, { least, most }: Lengths): string {
  const range = least === most ? least : `${least} to ${most}`
  return `the texts in "${name}" that were learned from have ${range} characters, but for exceptions`
}

/** Rules that say more of a text than how long it is. */
export const moreThanLengths = ['expectedValues', 'isType', 'isCreditCard']
