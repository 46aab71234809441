import './choices.css'

/** Any of several things, by id, as boxes to tick; a long list scrolls in itself. */
export function Choices({
  title,
  options,
  chosen,
  choose,
}: {
  title: string
  options: readonly (readonly [id: number, word: string])[]
  chosen: readonly number[]
  choose: (ids: number[]) => void
}) {
  return (
    <fieldset className="choices">
      <legend>{title}</legend>
      {options.length === 0 && <span className="muted">None to choose from</span>}
      {options.map(([id, word]) => (
        <label key={id} className="row">
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={({ target }) =>
              choose(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
            }
          />
          {word}
        </label>
      ))}
    </fieldset>
  )
}
