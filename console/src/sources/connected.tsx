import { State } from '../kit/state.tsx'

/** Whether the store answered when it was last asked. */
export function Connected({ connected }: { connected: boolean | null }) {
  if (connected === null) return <State name="none" word="not tried" />
  return <State name={connected ? 'passed' : 'failed'} word={connected ? 'Reached' : 'Not reached'} />
}
