import { usePreference } from '../shell/preferences.ts'
import { useInTime } from './in-time.ts'
import { absolute, relative } from '../words/times.ts'

/** An instant: how long ago, with the date, time and zone on pointing at it, unless something else says them there (`hasTitle`); a dash for null. */
export function Time({
  at,
  isExact = false,
  hasTitle = true,
}: {
  at: string | null
  isExact?: boolean
  hasTitle?: boolean
}) {
  const [zone] = usePreference('zone')
  const whole = at === null ? '—' : absolute(at, zone)
  const words = useInTime(() => (at === null || isExact ? whole : relative(at, Date.now())))
  if (at === null) return <span className="muted">—</span>
  return (
    <time dateTime={at} title={hasTitle ? whole : undefined}>
      {words}
    </time>
  )
}
