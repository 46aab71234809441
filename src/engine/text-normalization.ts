/** The form in which texts are compared: letter case, accents and repeated blanks do not count. */
export function normalizedText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim().replace(/\s+/g, ' ')
}

/**
 * The text with one byte per character, because the staging area measures distances in bytes: characters beyond ASCII
 * share 31 control characters, which keeps the letters of one alphabet apart.
 */
export function singleByteText(text: string): string {
  return Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0
    return code < 128 ? character : String.fromCharCode((code % 31) + 1)
  }).join('')
}

const soundexDigits: Record<string, string> = Object.fromEntries(
  ['bfpv', 'cgjkqsxz', 'dt', 'l', 'mn', 'r'].flatMap((letters, index) =>
    Array.from(letters, (letter) => [letter, String(index + 1)]),
  ),
)

/** The American Soundex codes of the words with Latin letters; null when there is none. */
export function phoneticKey(text: string): string | null {
  const words = text.match(/[a-z]+/g)
  return words ? words.map(soundex).join(' ') : null
}

function soundex(word: string): string {
  let code = word.charAt(0)
  let last = soundexDigits[code] ?? ''
  for (const letter of word.slice(1)) {
    const digit = soundexDigits[letter] ?? ''
    if (digit !== '' && digit !== last) code += digit
    // H and W do not part two letters of one sound; a vowel does.
    if (letter !== 'h' && letter !== 'w') last = digit
  }
  return code.padEnd(4, '0').slice(0, 4)
}
