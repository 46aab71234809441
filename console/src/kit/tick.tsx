import './tick.css'

/** Something that is so or not, as a box to tick before its words. */
export function Tick({
  isTicked,
  tick,
  words,
}: {
  isTicked: boolean
  tick: (isTicked: boolean) => void
  words: string
}) {
  return (
    <label className="tick">
      <input type="checkbox" checked={isTicked} onChange={({ target }) => tick(target.checked)} />
      {words}
    </label>
  )
}
