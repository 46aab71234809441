/** `1234567` as `1,234,567`. */
export const counted = (number: number): string => number.toLocaleString('en-US')

/** Milliseconds as seconds with one decimal and the unit. */
export const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`

/** A number and its word, as in `1 check` and `2 checks`. */
export const plural = (count: number, word: string, words = `${word}s`): string =>
  `${counted(count)} ${count === 1 ? word : words}`
