import { duration } from '../words/times.ts'
import { useInTime } from './in-time.ts'

/** How long something took; without an end, for how long it has been going on. */
export function Lasted({ from, to }: { from: string; to: string | null }) {
  return useInTime(() => duration(from, to))
}
