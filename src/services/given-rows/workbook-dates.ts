/** Numbers of formats that a workbook need not define and that show a date or a time. */
const builtIn = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36])
for (const id of [45, 46, 47, 50, 51, 52, 53, 54, 55, 56, 57, 58]) builtIn.add(id)

/** True when numbers of this format are dates; `code` is that of a format that the workbook defines. */
export function showsDates(id: number, code: string | undefined): boolean {
  if (code === undefined) return builtIn.has(id)
  // Without texts, escaped characters and colours.
  const plain = code.replaceAll(/"[^"]*"|\\.|_.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
  return /[dhmsy]/i.test(plain) && !/general/i.test(plain)
}

const dayMs = 86_400_000
/** The day that is 0 in the two countings of days. */
const epochs = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) }
/** The last day that a workbook can show. */
const lastDay = 2_958_466

/** A day as workbooks count them, in ISO 8601, with its time where it has one; the number itself where it is no day. */
export function isoOf(serial: string, is1904: boolean): string {
  const days = Number(serial)
  if (!Number.isFinite(days) || days < 0 || days >= lastDay) return serial
  // The counting of 1900 has a 29 February that never was.
  const shift = !is1904 && days < 60 ? 1 : 0
  const moment = new Date((is1904 ? epochs[1904] : epochs[1900]) + Math.round((days + shift) * dayMs))
  const [date = '', time = ''] = moment.toISOString().slice(0, -1).split('T')
  if (Number.isInteger(days)) return date
  return `${date} ${time.replace(/\.000$/, '')}`
}
