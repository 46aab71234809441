/** The place of a value in a message: of which field, and in which of the rows kept with the anomaly (default: the first, 0). */
export interface ValuePlace {
  field: string
  record?: number
}

/** A piece of a message: words, or the place of a value. */
export type MessagePart = string | ValuePlace
