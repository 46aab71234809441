/** Texts one after another, at most so many of them; the others are counted. */
export function listed(texts: readonly (string | number)[], most: number): string {
  const more = texts.length > most ? ` and ${texts.length - most} more` : ''
  return texts.slice(0, most).join(', ') + more
}
