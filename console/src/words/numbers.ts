/** A count with all its digits, in groups. */
export function count(value: number): string {
  return value.toLocaleString('en')
}

/** A count with its noun; `many` is the noun for every count but one (default: with an s). */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`
}

/** A share as a percentage, without the digits by which floating numbers miss it. */
export function percent(share: number): string {
  return `${Number((share * 100).toPrecision(12))} %`
}

const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const

/** A number of bytes in the unit that it is read in, with three digits. */
export function bytes(value: number): string {
  const step = Math.max(0, Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, value)) / 3)))
  return `${Number((value / 1000 ** step).toPrecision(3))} ${units[step]}`
}
