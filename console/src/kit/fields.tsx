import { useId, type ComponentProps } from 'react'

interface Named {
  label: string
  /** What is wrong with it; null: nothing is known to be. */
  problem?: string | null
}

/** A line of text, with its name above it and what is wrong with it below. */
export function TextField({ label, problem = null, ...rest }: Named & ComponentProps<'input'>) {
  const own = useId()
  const id = rest.id ?? own
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input className="input" {...wrong(id, problem)} {...rest} id={id} />
      <Problem id={id} problem={problem} />
    </div>
  )
}

/** Several lines of text. */
export function TextArea({ label, problem = null, ...rest }: Named & ComponentProps<'textarea'>) {
  const own = useId()
  const id = rest.id ?? own
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea className="input" rows={3} {...wrong(id, problem)} {...rest} id={id} />
      <Problem id={id} problem={problem} />
    </div>
  )
}

/** One of several values; values and their words. */
export function Select({
  label,
  problem = null,
  options,
  ...rest
}: Named & ComponentProps<'select'> & { options: readonly (readonly [value: string, word: string])[] }) {
  const own = useId()
  const id = rest.id ?? own
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select className="input" {...wrong(id, problem)} {...rest} id={id}>
        {options.map(([value, word]) => (
          <option key={value} value={value}>
            {word}
          </option>
        ))}
      </select>
      <Problem id={id} problem={problem} />
    </div>
  )
}

function wrong(id: string, problem: string | null): { 'aria-invalid'?: true; 'aria-describedby'?: string } {
  return problem === null ? {} : { 'aria-invalid': true, 'aria-describedby': `${id}-problem` }
}

function Problem({ id, problem }: { id: string; problem: string | null }) {
  if (problem === null) return null
  return (
    <p id={`${id}-problem`} className="problem">
      {problem}
    </p>
  )
}
