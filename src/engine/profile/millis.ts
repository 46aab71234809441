/** Milliseconds since 1970 of a day or time as stores write it, digits behind them included; null for text that is neither. */
export function millisOf(text: string): number | null {
  const match = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d:\d\d)(\.\d+)?)?(?:Z|\+00)?$/.exec(text)
  if (!match) return null
  const seconds = Date.parse(`${match[1]}T${match[2] ?? '00:00:00'}Z`)
  return Number.isNaN(seconds) ? null : seconds + Number(`0${match[3] ?? ''}`) * 1000
}
