/** Largest body of an endpoint that takes one thing, bytes. */
export const ordinaryBody = 1024 * 1024

/** Largest body of an endpoint that takes many things at once, bytes. */
export const bulkBody = 10 * 1024 * 1024

/** Largest upload where the settings say nothing, MiB. */
export const usualUploadMb = 64

/** The most values in one body; it bounds the time for reading and checking them. */
export const mostValues = 200_000

/** True when JSON text holds more values than are read, an empty list counting as two; the text is not parsed for this. */
export function holdsTooMany(text: string, most = mostValues): boolean {
  let found = 1
  for (let at = 0; at < text.length && found <= most; at++) {
    const character = text[at]
    if (character === '"') at = endOfText(text, at)
    else if (character === ',' || character === '[' || character === '{') found += 1
  }
  return found > most
}

/** Where the text that begins here ends: at the first quote with an even number of backslashes before it. */
function endOfText(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let before = quote
    while (text[before - 1] === '\\') before -= 1
    if ((quote - before) % 2 === 0) return quote
  }
  return text.length
}
