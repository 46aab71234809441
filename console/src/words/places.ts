/** Where a member stands in a request, for people: `fields`, 0, `field_name` are “Fields 1, field name”. */
export function placeInWords(place: readonly (string | number)[]): string {
  const words = place.reduce<string>((before, part) => {
    if (typeof part === 'number') return `${before} ${part + 1}`
    const word = part.replaceAll('_', ' ')
    return before === '' ? word : `${before}, ${word}`
  }, '')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
