import type { ReactNode } from 'react'
import { Problem } from './problem.tsx'
import './choices.css'
import './tick.css'

/** Any of several things, by id or by name, as boxes to tick; a long list scrolls in itself. */
export function Choices<Key extends string | number>({
  title,
  options,
  chosen,
  choose,
  problem = null,
}: {
  title: string
  options: readonly (readonly [key: Key, word: ReactNode])[]
  chosen: readonly Key[]
  choose: (keys: Key[]) => void
  /** What is wrong with the choice; null: nothing is known to be. */
  problem?: string | null
}) {
  return (
    <fieldset className="choices">
      <legend>{title}</legend>
      {options.length === 0 && <span className="muted">None to choose from</span>}
      {options.map(([key, word]) => (
        <label key={key} className="tick">
          <input
            type="checkbox"
            checked={chosen.includes(key)}
            onChange={({ target }) =>
              choose(target.checked ? [...chosen, key] : chosen.filter((one) => one !== key))
            }
          />
          {word}
        </label>
      ))}
      <Problem problem={problem} />
    </fieldset>
  )
}
