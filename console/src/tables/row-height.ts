import { usePreference } from '../shell/preferences.ts'
import { useNarrow } from '../kit/narrow.ts'

const heights = { compact: 28, normal: 32, relaxed: 40 }

/** Height of a row of a table, pixels: by the person's choice, and room for two lines on narrow screens. */
export function useRowHeight(): number {
  const [density] = usePreference('density')
  return useNarrow() ? 64 : heights[density]
}
