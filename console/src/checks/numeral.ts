/** A number; text when a number would lose digits, or when it is none and the service is to say so. */
export function numeralOf(text: string): number | string {
  const number = Number(text)
  return Number.isFinite(number) && String(number) === text.replace(/^\+/, '') ? number : text
}
