import { defineInference } from './inference.ts'
import { fieldsOfForm } from './text-forms.ts'

/** Texts that are numbers of payment cards. */
export default defineInference({
  name: 'is-credit-card',
  rule_type: 'isCreditCard',
  level: 2,
  description: 'A text is the number of a payment card, with the right check digit.',
  shows_values: false,
  may_have_exceptions: true,
  propose: (observed) =>
    fieldsOfForm(observed, {
      named: 'numbers of payment cards',
      has: (text) => /^[0-9][0-9 -]{11,22}$/.test(text) && hasCheckDigit(text.replaceAll(/[ -]/g, '')),
    }),
})

/** By the procedure of Luhn. */
function hasCheckDigit(digits: string): boolean {
  if (digits.length < 13 || digits.length > 19) return false
  const sum = [...digits].toReversed().reduce((total, digit, place) => {
    const size = Number(digit) * (place % 2 === 0 ? 1 : 2)
    return total + (size > 9 ? size - 9 : size)
  }, 0)
  return sum % 10 === 0
}
