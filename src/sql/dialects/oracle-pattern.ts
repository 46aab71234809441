/** One thing in a pattern: what stands behind a backslash, a class, the beginning of a group of another kind, or any character. */
const pieces = /\\[\s\S]|\[\^?\]?(?:\[:\w+:\]|\\[\s\S]|[^\]\\])*\]|\(\?(?:<?[=!]|:)?|[\s\S]/g

/** Characters that have a letter behind a backslash elsewhere. */
const controls: Record<string, string> = { t: '\t', n: '\n', r: '\r', f: '\f', v: '\v' }

const classes: Record<string, string> = { d: '[:digit:]', w: '[:alnum:]_', s: '[:space:]' }

/** The most that a pattern may have there, bytes. */
const mostBytes = 512

/**
 * A pattern in the regular expressions of Oracle, which know no groups that are not remembered and no backslash inside of a class. Throws a
 * plain Error with a sentence for what has no meaning there, as Oracle would take it for something else without a word.
 */
export function oraclePattern(written: string): string {
  const pattern = (written.match(pieces) ?? []).map((piece) => plainPiece(piece)).join('')
  if (Buffer.byteLength(pattern) <= mostBytes) return pattern
  throw new Error(`A pattern has at most ${mostBytes} bytes in Oracle, and this one has more.`)
}

function plainPiece(piece: string): string {
  if (piece === '(?:') return '('
  if (piece.startsWith('(?')) throw unknown(piece)
  if (piece.startsWith('[')) return plainClass(piece)
  if (!piece.startsWith('\\')) return piece
  const letter = piece[1] ?? ''
  const control = controls[letter]
  if (control !== undefined) return control
  if (/[A-Za-z]/.test(letter) && !/[dDwWsSAZz]/.test(letter)) throw unknown(piece)
  return piece
}

function plainClass(piece: string): string {
  const [, negation = '', inside = ''] = /^\[(\^?)([\s\S]*)\]$/.exec(piece) ?? []
  let [isBracketIn, isHyphenIn] = [false, false]
  const members = inside.replaceAll(/\[:\w+:\]|\\([\s\S])|\]/g, (member, escaped: string | undefined) => {
    const one = escaped ?? member
    if (member.startsWith('[:')) return member
    if (one === ']') isBracketIn = true
    else if (one === '-') isHyphenIn = true
    else if (escaped !== undefined && /[A-Za-z]/.test(escaped)) return memberBehind(escaped)
    else return one
    return ''
  })
  // Only as the first member a bracket is one of them, and only as the last one a hyphen.
  return `[${negation}${isBracketIn ? ']' : ''}${members}${isHyphenIn ? '-' : ''}]`
}

function memberBehind(letter: string): string {
  const known = controls[letter] ?? classes[letter]
  if (known === undefined) throw unknown(`\\${letter}`)
  return known
}

const unknown = (piece: string): Error =>
  new Error(`The pattern has "${piece}", which regular expressions of Oracle do not know.`)
