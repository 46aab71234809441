import type { Flow } from '../api/api.generated.ts'
import { State } from '../kit/state.tsx'

/** Whether anything can set the flow off. */
export function OnOff({ flow: { deactivated } }: { flow: Flow }) {
  return <State name={deactivated ? 'aborted' : 'success'} word={deactivated ? 'Off' : 'On'} />
}
