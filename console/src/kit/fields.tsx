import { useId, type ComponentProps } from 'react'
import { NotRead, type Reading } from './not-read.tsx'
import { Problem } from './problem.tsx'
import { useTyped } from './typed.ts'
import { useProblem } from './wrong-entries.ts'

interface Named {
  /** Empty: it has an `aria-label` instead, where its place says to the eye what it is. */
  label: string
  /** What is wrong with it; null: nothing is known to be. */
  problem?: string | null
  /** What stands below it, about what it is for. */
  note?: string | undefined
}

/** A line of text, with its name above it and what is wrong with it below. */
export function TextField({ label, problem: told = null, note, ...rest }: Named & ComponentProps<'input'>) {
  const own = useId()
  const id = rest.id ?? own
  const problem = useProblem(id, told)
  return (
    <div className="field">
      {label !== '' && <label htmlFor={id}>{label}</label>}
      <input className="input" {...wrong(id, problem, note)} {...rest} id={id} />
      <Problem id={id} problem={problem} />
      <Note id={id} note={note} />
    </div>
  )
}

/** Several lines of text. */
export function TextArea({ label, problem: told = null, note, ...rest }: Named & ComponentProps<'textarea'>) {
  const own = useId()
  const id = rest.id ?? own
  const problem = useProblem(id, told)
  return (
    <div className="field">
      {label !== '' && <label htmlFor={id}>{label}</label>}
      <textarea className="input" rows={3} {...wrong(id, problem, note)} {...rest} id={id} />
      <Problem id={id} problem={problem} />
      <Note id={id} note={note} />
    </div>
  )
}

/** Several lines that a machine reads, such as SQL: each character counts and has the same width. */
export function CodeArea(given: Named & ComponentProps<'textarea'>) {
  return <TextArea className="input mono" spellCheck={false} {...given} />
}

/** A line to search by; what was typed counts a moment after the last key, or with Enter. Its name stands in it, or above it where `isNamed`. */
export function SearchField({
  label,
  isNamed = false,
  value,
  change,
}: {
  label: string
  isNamed?: boolean
  value: string
  change: (value: string) => void
}) {
  const { text, ...line } = useTyped(value, change)
  const shared = { type: 'search', value: text, ...line }
  return isNamed ? (
    <TextField label={label} {...shared} />
  ) : (
    <input className="input" aria-label={label} placeholder={label} {...shared} />
  )
}

/** One of several values; values and their words. `isInline` puts its name beside it; `reading` is where the values come from (default: they are known). */
export function Select({
  label,
  problem: told = null,
  note,
  options,
  isInline = false,
  reading,
  ...rest
}: Named &
  ComponentProps<'select'> & {
    options: readonly (readonly [value: string, word: string])[]
    isInline?: boolean
    reading?: Reading | undefined
  }) {
  const own = useId()
  const id = rest.id ?? own
  const problem = useProblem(id, told)
  return (
    <div className={isInline ? 'row' : 'field'}>
      {label !== '' && <label htmlFor={id}>{label}</label>}
      <select className="input" {...wrong(id, problem, note)} {...rest} id={id}>
        {options.map(([value, word]) => (
          <option key={value} value={value}>
            {word}
          </option>
        ))}
      </select>
      <Problem id={id} problem={problem} />
      <Note id={id} note={note} />
      {reading && <NotRead of={reading} />}
    </div>
  )
}

function Note({ id, note }: { id: string; note: string | undefined }) {
  if (note === undefined) return null
  return (
    <p id={`${id}-note`} className="muted note">
      {note}
    </p>
  )
}

/** What marks a line as wrong, and what it is for, for those who do not see it. */
export function wrong(
  id: string,
  problem: string | null,
  note?: string,
): { 'aria-invalid'?: true; 'aria-describedby'?: string } {
  const parts = [problem !== null && `${id}-problem`, note !== undefined && `${id}-note`].filter(Boolean)
  return {
    ...(problem !== null && { 'aria-invalid': true }),
    ...(parts.length > 0 && { 'aria-describedby': parts.join(' ') }),
  }
}
