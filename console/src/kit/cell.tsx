import { Digits, exactText } from '../api/exact-numbers.ts'
import { visible } from '../words/texts.ts'

/** Longest text that is drawn at once, characters; the rest is behind a button. */
const drawn = 400

/** What a masked value prints as. */
const masked = '***MASKED***'

/** A value of somebody's data, as text and with all its digits: NULL, empty text, blanks at its ends and masks are told apart. */
export function Cell({ value }: { value: unknown }) {
  if (value === null || value === undefined) return <span className="null">NULL</span>
  if (value === masked) return <span className="masked">🔒 masked</span>
  const text = textOf(value)
  if (text === '') return <span className="null">''</span>
  return (
    <bdi className="value" title={text.length > drawn ? `${text.length} characters` : undefined}>
      {visible(text.length > drawn ? `${text.slice(0, drawn / 2)} … ${text.slice(-drawn / 2)}` : text)}
    </bdi>
  )
}

/** A value as text, for a copy. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (value instanceof Digits) return value.text
  return typeof value === 'object' ? exactText(value) : String(value)
}
