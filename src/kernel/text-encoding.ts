/** The encoding that most text has, and the only one that the engine reads. */
export const utf8 = 'utf-8'

/**
 * The name of an encoding as the Encoding Standard has it, from one as people write it (`Latin-1`, `cp1252`, `UTF16`); null
 * for one that is not known. By that standard Latin-1 is read as Windows-1252, which differs in control characters only.
 */
export function encodingNamed(given: string): string | null {
  const label = given.trim().toLowerCase()
  const spellings = [label, label.replaceAll(/[-_ ]/g, ''), label.replace(/^utf[-_ ]?(\d+)/, 'utf-$1')]
  for (const spelling of spellings) {
    try {
      return new TextDecoder(spelling).encoding
    } catch {
      continue
    }
  }
  return null
}

/** The encoding that a byte order mark tells; null without one. */
export function markedEncoding(bytes: Uint8Array): string | null {
  const [first, second, third] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return first === 0xef && second === 0xbb && third === 0xbf ? utf8 : null
}
