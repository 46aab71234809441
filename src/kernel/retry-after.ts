/** The headers of an answer that tell of time. */
interface SaidOfTime {
  'retry-after'?: string | undefined
  date?: string | undefined
}

/** For how long an answer asks to be left alone, seconds; null: it does not say. A moment is compared with the sender's own clock. */
export function retryAfterSeconds(headers: SaidOfTime): number | null {
  const after = headers['retry-after']?.trim() ?? ''
  const seconds = /^\d{1,9}$/.test(after)
    ? Number(after)
    : (momentOf(after) - momentOf(headers.date ?? '')) / 1000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null
}

/** Nearly everything is a date to JavaScript. */
const momentOf = (text: string): number => (text.endsWith(' GMT') ? Date.parse(text) : Number.NaN)
