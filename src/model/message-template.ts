/** A piece of a message: words, or the place of a value of the row. */
export type MessagePart = string | { field: string }

/** The text in a message instead of a masked field's value. */
export const maskedInMessage = '<masked>'

/** The message with the values that `shown` gives for its fields, and without those of masked ones. */
export function renderMessage(
  template: readonly MessagePart[],
  shown: (field: string) => string,
  masked: ReadonlySet<string>,
): string {
  return template
    .map((part) => {
      if (typeof part === 'string') return part
      return masked.has(part.field) ? maskedInMessage : shown(part.field)
    })
    .join('')
}
