import { useSyncExternalStore } from 'react'

const narrow = matchMedia('(width < 640px)')

/** Whether the screen is a narrow one, on which each row of a list has two lines and no heads. */
export function useNarrow(): boolean {
  return useSyncExternalStore(listen, () => narrow.matches)
}

function listen(changed: () => void): () => void {
  narrow.addEventListener('change', changed)
  return () => narrow.removeEventListener('change', changed)
}
