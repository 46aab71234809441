import { Select, TextField } from '../kit/fields.tsx'
import { whenOfCrontab } from '../words/crontab.ts'
import '../kit/filters.css'
import { NextTicks, useNextTicks, type Timing } from './next-ticks.tsx'

const usual = [
  ['0 * * * *', 'every hour'],
  ['30 2 * * *', 'every day at 02:30'],
  ['30 2 * * 1-5', 'every weekday at 02:30'],
  ['30 2 * * 1', 'every Monday at 02:30'],
] as const

/** Every weekday, in the zone of the browser: what a new schedule begins with. */
export const usualTiming = (): Timing => ({
  crontab: usual[2][0],
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
})

/** When it is to fire, and below it the next times, while it is typed. `told` is what the service found wrong when it was to be kept, by members (default: nothing). */
export function TimingFields({
  timing,
  put,
  told,
}: {
  timing: Timing
  put: (timing: Timing) => void
  told?: (member: keyof Timing) => string | null
}) {
  const { problems, ...next } = useNextTicks(timing)
  const { crontab, timezone } = timing
  const when = problems.crontab === null ? whenOfCrontab(crontab) : null
  return (
    <>
      <div className="row filters">
        <Select
          label="Usual times"
          value={usual.some(([one]) => one === crontab) ? crontab : ''}
          onChange={({ target }) => target.value !== '' && put({ timezone, crontab: target.value })}
          options={[['', 'others'], ...usual]}
        />
        <TextField
          label="Crontab"
          value={crontab}
          problem={problems.crontab ?? told?.('crontab') ?? null}
          onChange={({ target }) => put({ timezone, crontab: target.value })}
        />
        <TextField
          label="Zone"
          value={timezone}
          problem={problems.timezone ?? told?.('timezone') ?? null}
          onChange={({ target }) => put({ crontab, timezone: target.value })}
        />
      </div>
      {when !== null && <p>Fires {when}.</p>}
      <NextTicks {...next} />
    </>
  )
}
