/** UTC, as stores write it behind a time with a zone; a cell of such a time ends with Z. */
export const utcSuffix = /(?:Z|\+00(?::00)?| UTC)$/

/** Milliseconds since 1970 of a day or time as stores write it, digits behind them included; null for text that is neither. */
export function millisOf(text: string): number | null {
  const match = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d:\d\d)(\.\d+)?)?$/.exec(text.replace(utcSuffix, ''))
  if (!match) return null
  const seconds = Date.parse(`${match[1]}T${match[2] ?? '00:00:00'}Z`)
  return Number.isNaN(seconds) ? null : seconds + Number(`0${match[3] ?? ''}`) * 1000
}
