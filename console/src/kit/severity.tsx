/** Least weights of the bands above Low, and their words. */
export const bands = [
  [20, 'Critical'],
  [12, 'High'],
  [6, 'Medium'],
] as const

/** A weight: its number, one to four steps and the word of its band. */
export function Severity({ weight }: { weight: number }) {
  const index = bands.findIndex(([least]) => weight >= least)
  const steps = index === -1 ? 1 : 4 - index
  return (
    <span className="severity">
      <span aria-hidden="true" className="steps">
        {[1, 2, 3, 4].map((step) => (
          <i key={step} className={step <= steps ? 'on' : ''} />
        ))}
      </span>
      {weight} <span className="muted">{bands[index]?.[1] ?? 'Low'}</span>
    </span>
  )
}
