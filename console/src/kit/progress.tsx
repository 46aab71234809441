/** How much of something is done. */
export function Progress({ done, total, label }: { done: number; total: number; label: string }) {
  return (
    <div
      className="progress"
      role="progressbar"
      aria-label={label}
      aria-valuenow={done}
      aria-valuemin={0}
      aria-valuemax={total}
    >
      <i style={{ width: `${total === 0 ? 0 : (100 * done) / total}%` }} />
    </div>
  )
}
