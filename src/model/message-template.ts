/** The place of a value in a message: of which field, and in which of the rows kept with the anomaly (default: the first, 0). */
export interface ValuePlace {
  field: string
  record?: number
}

/** A piece of a message: words, or the place of a value. */
export type MessagePart = string | ValuePlace

/** The text in a message instead of a masked field's value. */
export const maskedInMessage = '<masked>'

/** The message with the values that `shown` gives for its places, and without those of masked fields. */
export function renderMessage(
  template: readonly MessagePart[],
  shown: (place: ValuePlace) => string,
  masked: ReadonlySet<string>,
): string {
  return template
    .map((part) => {
      if (typeof part === 'string') return part
      return masked.has(part.field) ? maskedInMessage : shown(part)
    })
    .join('')
}
