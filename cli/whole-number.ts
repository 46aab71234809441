import { InvalidArgumentError } from 'commander'

/** Reads a whole number from 0 on; the parser says which argument was none. */
export const wholeNumber =
  (name: string) =>
  (typed: string): number => {
    if (/^\d{1,9}$/.test(typed)) return Number(typed)
    throw new InvalidArgumentError(`${name} needs a whole number.`)
  }
