import type { ReactNode } from 'react'
import { NotRead, type Reading } from './not-read.tsx'
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
  reading,
  none = 'None to choose from',
}: {
  title: string
  options: readonly (readonly [key: Key, word: ReactNode])[]
  chosen: readonly Key[]
  choose: (keys: Key[]) => void
  /** What is wrong with the choice; null: nothing is known to be. */
  problem?: string | null
  /** Where the options come from (default: they are known). */
  reading?: Reading
  /** What is said where there is none of them. */
  none?: ReactNode
}) {
  const isKnown = reading === undefined || reading.data !== undefined
  return (
    <fieldset className="choices">
      <legend>{title}</legend>
      {options.length === 0 && isKnown && <span className="muted">{none}</span>}
      {!isKnown && reading.error === null && <span className="muted">Reading them …</span>}
      {reading && <NotRead of={reading} />}
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
