/**
 * The sum of the Luhn procedure over the digits of a card number, which has 19 at most, from the last to the first; every second one counts
 * double. `worth` prints what the digit at a place (from 1) counts, which is the place of the digit in `order`, and nothing for one that is not there.
 */
export function luhnTerms(worth: (place: number, order: string) => string): string {
  const terms = Array.from({ length: 19 }, (_, index) =>
    worth(index + 1, index % 2 === 0 ? '123456789' : '516273849'),
  )
  return `(${terms.join(' + ')})`
}
