import { useSyncExternalStore } from 'react'
import { liveState, onLiveState } from './follow-changes.ts'

const words = { live: 'Live', reconnecting: 'Connecting', hidden: 'Paused' }

/** Whether what is shown follows the service. */
export function LiveDot() {
  const state = useSyncExternalStore(onLiveState, liveState)
  return (
    <span className="row muted live">
      <i aria-hidden="true" className={state} /> {words[state]}
    </span>
  )
}
