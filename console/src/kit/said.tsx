import { visible } from '../words/texts.ts'

/** A sentence of the service. Names and values, which it has between backticks, look like code, and what cannot be seen is made to be seen. */
export function Said({ text }: { text: string }) {
  const parts = visible(text).split(/`([^`]+)`/)
  return parts.map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      <code key={place} className="quoted">
        {part}
      </code>
    ),
  )
}
