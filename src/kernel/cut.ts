/** At most so many characters, the last an ellipsis where some were left out; a character of two units is never halved: PostgreSQL and other receivers refuse halves. */
export function cut(text: string, longest: number): string {
  return text.length <= longest ? text : `${beginning(text, longest - 1)}…`
}

/** The same without an ellipsis, for what is no sentence: a name, a key. */
export function beginning(text: string, longest: number): string {
  return text.length <= longest ? text : text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '')
}

/** As `cut` does it, for the bytes that the text takes as JSON. */
export function cutToBytes(text: string, mostBytes: number): string {
  let shorter = text
  for (let bytes = bytesOf(shorter); bytes > mostBytes; bytes = bytesOf(shorter))
    shorter = cut(text, Math.floor((shorter.length * mostBytes) / bytes) - 1)
  return shorter
}

const bytesOf = (text: string): number => Buffer.byteLength(JSON.stringify(text))
