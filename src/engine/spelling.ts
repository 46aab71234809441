/** A text as spellings are compared: letter case, accents and repeated blanks are left aside. */
export function plainSpelling(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim().replace(/\s+/g, ' ')
}

/**
 * The spelling with one byte per character, since the staging area measures distances in bytes: characters beyond ASCII
 * share 31 control characters, which keeps the letters of one alphabet apart.
 */
export function byteSpelling(spelling: string): string {
  return Array.from(spelling, (character) => {
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
export function soundsLike(spelling: string): string | null {
  const words = spelling.match(/[a-z]+/g)
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
