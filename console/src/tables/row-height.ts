import { useSyncExternalStore } from 'react'
import { usePreference } from '../shell/preferences.ts'

const narrow = matchMedia('(width < 640px)')
const heights = { compact: 28, normal: 32, relaxed: 40 }

/** Height of a row of a table, pixels: by the person's choice, and room for two lines on narrow screens. */
export function useRowHeight(): number {
  const [density] = usePreference('density')
  const isNarrow = useSyncExternalStore(listen, () => narrow.matches)
  return isNarrow ? 64 : heights[density]
}

function listen(changed: () => void): () => void {
  narrow.addEventListener('change', changed)
  return () => narrow.removeEventListener('change', changed)
}
