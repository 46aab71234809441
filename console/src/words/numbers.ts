/** A count with all its digits, in groups. */
export function count(value: number): string {
  return value.toLocaleString('en')
}

/** A count with its noun; `many` is the noun for every count but one (default: with an s). */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`
}
