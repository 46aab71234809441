/** What each text rule means, in code that a person can follow, without the patterns that the rules hand to engines. */

const isDigit = (character: string | undefined): boolean =>
  character !== undefined && character >= '0' && character <= '9'
const allDigits = (text: string): boolean => text !== '' && [...text].every(isDigit)

const withoutSign = (text: string): string =>
  text.startsWith('+') || text.startsWith('-') ? text.slice(1) : text

function isFraction(text: string): boolean {
  const [mantissa = '', exponent, ...more] = withoutSign(text).split(/[eE]/)
  if (more.length > 0 || (exponent !== undefined && !allDigits(withoutSign(exponent)))) return false
  const [whole = '', part, ...dots] = mantissa.split('.')
  if (dots.length > 0 || whole + (part ?? '') === '') return false
  return (whole === '' || allDigits(whole)) && (part === undefined || part === '' || allDigits(part))
}

function isDay(text: string): boolean {
  const [year = '', month = '', day = '', ...more] = text.split('-')
  if (more.length > 0 || year.length !== 4 || month.length !== 2 || day.length !== 2) return false
  if (![year, month, day].every(allDigits) || Number(year) === 0) return false
  const leap = Number(year) % 4 === 0 && (Number(year) % 100 !== 0 || Number(year) % 400 === 0)
  const lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  return Number(day) >= 1 && Number(day) <= (lengths[Number(month) - 1] ?? 0)
}

function isTime(text: string): boolean {
  if (!isDay(text.slice(0, 10))) return false
  if (text.length === 10) return true
  if (!['T', 't', ' '].includes(text[10] ?? '')) return false
  const clock = text.slice(11)
  const zone = /( ?)([Zz]|[+-]\d\d(:?\d\d)?)$/.exec(clock)
  if (zone?.[2] && /^[+-]/.test(zone[2])) {
    const [hours, minutes] = [Number(zone[2].slice(1, 3)), Number(zone[2].slice(3).replace(':', '') || 0)]
    if (hours > 14 || minutes > 59) return false
  }
  const [time = '', fraction, ...dots] = (zone ? clock.slice(0, zone.index) : clock).split('.')
  const parts = time.split(':')
  if (dots.length > 0 || parts.length < 2 || parts.length > 3) return false
  if (!parts.every((part) => part.length === 2 && allDigits(part))) return false
  const isInRange = Number(parts[0]) < 24 && Number(parts[1]) < 60 && Number(parts[2] ?? 0) < 60
  if (fraction === undefined) return isInRange
  return isInRange && parts.length === 3 && fraction.length <= 9 && allDigits(fraction)
}

/** isType, by the type that the text must be readable as. */
export const readableAs: Record<string, (text: string) => boolean> = {
  Integral: (text) => allDigits(withoutSign(text)),
  Fractional: isFraction,
  Boolean: (text) =>
    ['true', 'false', 't', 'f', 'yes', 'no', 'y', 'n', '1', '0'].includes(text.toLowerCase()),
  Date: isDay,
  Timestamp: isTime,
}

/** Digits with at most one blank or hyphen between two of them; null for any other text. */
function digitsOf(text: string): string | null {
  let digits = ''
  for (const [index, character] of [...text].entries()) {
    if (isDigit(character)) digits += character
    else if (!' -'.includes(character) || !isDigit(text[index - 1]) || !isDigit(text[index + 1])) return null
  }
  return digits
}

export function isCard(text: string): boolean {
  const digits = digitsOf(text)
  if (digits === null || digits.length < 13 || digits.length > 19 || digits.startsWith('0')) return false
  const worth = [...digits].toReversed().map((digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return value > 9 ? value - 9 : value
  })
  return worth.reduce((total, value) => total + value, 0) % 10 === 0
}

/** Texts of the pool that hold what the rule looks for; random texts are too short to hold any. */
export const holding: Record<string, readonly string[]> = {
  containsEmail: ['a@b.co', 'x a.b+c@d-e.org y'],
  containsUrl: ['http://x.org/', 'see HTTPS://日本.jp', 'ftp://[::1]/'],
  containsSocialSecurityNumber: ['123-45-6789', 'nr 123456789.'],
  containsCreditCard: ['4111 1111 1111 1111', '4111-1111-1111-1112', 'card 4111111111111111'],
}

/** Runs of ASCII white space as one blank, none at the ends. */
export function collapsed(text: string): string {
  const words: string[] = ['']
  for (const character of text) {
    if (' \t\n\v\f\r'.includes(character)) words.push('')
    else words.push((words.pop() ?? '') + character)
  }
  return words.filter((word) => word !== '').join(' ')
}
