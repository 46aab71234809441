const ellipsis = '…'

/** At most so many UTF-16 units, with an ellipsis where something is left out; never half a character. */
export function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${wholeCharacters(text, most - ellipsis.length)}${ellipsis}`
}

/** As above, by the bytes that the text takes inside a JSON document in UTF-8. */
export function shortenedInJson(text: string, mostBytes: number): string {
  if (bytesInJson(text) <= mostBytes) return text
  let [fits, tooLong] = [0, text.length]
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1
    if (bytesInJson(`${wholeCharacters(text, middle)}${ellipsis}`) <= mostBytes) fits = middle
    else tooLong = middle
  }
  return `${wholeCharacters(text, fits)}${ellipsis}`
}

const bytesInJson = (text: string) => Buffer.byteLength(JSON.stringify(text)) - 2

/** The beginning of the text, without the first half of a surrogate pair at its end. */
function wholeCharacters(text: string, length: number): string {
  const isSplit = /[\uD800-\uDBFF]/.test(text[length - 1] ?? '')
  return text.slice(0, isSplit ? length - 1 : length)
}
