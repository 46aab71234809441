/**
 * Portable functions: what rules may call in every dialect. A dialect holds one printer for each name, so one that
 * forgets a function does not compile. Arguments arrive printed.
 */
const functionNames = [
  /** length(text) in characters. */
  'length',
  /** matches(text, pattern): the pattern is found anywhere in the text. */
  'matches',
  /** abs(number). */
  'abs',
  /** lower(text). */
  'lower',
  /** trim(text): blanks on both sides. */
  'trim',
  /**
   * collapse_whitespace(text): runs of white space (blank, tab, line feed, vertical tab, form feed, carriage return)
   * become one blank, both sides trimmed.
   */
  'collapse_whitespace',
  /** replace_matches(text, pattern, replacement): every match of the pattern becomes the replacement, which has no special characters. */
  'replace_matches',
  /** millis_between(a, b): b - a in milliseconds, for dates and timestamps. */
  'millis_between',
  /** luhn_sum(text): the sum of the Luhn procedure over the digits of a text that holds only digits, blanks and hyphens. */
  'luhn_sum',
  /** plain_text(value): its text, with every digit of a number; an engine whose columns hold values of any type may leave it as it is. */
  'plain_text',
  /** beginning(text, count): so many characters from its start. */
  'beginning',
  /** random(): a number from 0 to below 1, another for each row. */
  'random',
  /** spread(a, ...): a number from 0 to below 1, the same for rows with the same values, and evenly spread over rows with others. */
  'spread',
] as const

/** Its arguments, in their order, are in the comment of each. */
export type FunctionName = (typeof functionNames)[number]

/** A printer per function; each gets the printed arguments in order. */
export type FunctionTable = Record<FunctionName, (...printed: string[]) => string>

/** The result of `collapse_whitespace`, for texts outside an engine. */
export function collapseWhitespace(text: string): string {
  return text.replaceAll(/[ \t\n\v\f\r]+/g, ' ').replaceAll(/^ | $/g, '')
}
