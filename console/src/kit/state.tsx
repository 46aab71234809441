/** How a state is shown: by a glyph, a word and a colour, never by the colour alone. */
const states = {
  passed: ['✓', 'Passed', 'pass'],
  failed: ['✕', 'Failed', 'fail'],
  unasserted: ['?', 'Not judged', 'unasserted'],
  none: ['·', 'Never judged', 'muted'],
  success: ['✓', 'Success', 'pass'],
  failure: ['✕', 'Failure', 'fail'],
  running: ['◐', 'Running', 'run'],
  queued: ['◷', 'Queued', 'muted'],
  aborted: ['⊘', 'Aborted', 'muted'],
  partial: ['▲', 'Partial', 'warn'],
  warning: ['▲', 'Warning', 'warn'],
} as const

/** A state that the console has a sign for. */
export type StateName = keyof typeof states

/** The word that people read for a state. */
export const wordOfState = (name: StateName): string => states[name][1]

/** A state of a check, a run or a container in a run; `word` stands in the place of the usual one. */
export function State({ name, word }: { name: string; word?: string }) {
  const [glyph, usual, colour] = states[name as StateName] ?? ['·', name, 'muted']
  return (
    <span className={`state ${colour}`}>
      <span aria-hidden="true" className="glyph">
        {glyph}
      </span>
      {word ?? usual}
    </span>
  )
}
