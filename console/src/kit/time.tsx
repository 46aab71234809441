import { usePreference } from '../shell/preferences.ts'
import { absolute, relative } from '../words/times.ts'

/** An instant: how long ago, with the date, time and zone on pointing at it; a dash for null. */
export function Time({ at, isExact = false }: { at: string | null; isExact?: boolean }) {
  const [zone] = usePreference('zone')
  if (at === null) return <span className="muted">—</span>
  const whole = absolute(at, zone)
  return (
    <time dateTime={at} title={whole}>
      {isExact ? whole : relative(at, Date.now())}
    </time>
  )
}
