import type { Trends } from '../../api/api.generated.ts'
import { Bars } from '../../charts/bars.tsx'
import { comparedWith } from '../../words/changes.ts'
import { count, counted } from '../../words/numbers.ts'
import { dayInWords } from '../../words/times.ts'

interface Day {
  date: string
  open: number
  passed: number
  failed: number
  unasserted: number
}

/** Open anomalies and verdicts day by day, of all datastores that the person may see. */
export function TrendCharts({ trends }: { trends: Trends }) {
  const days = daysOf(trends)
  const now = days.at(-1)
  const before = days.at(0)
  if (now === undefined || before === undefined) return null
  return (
    <div className="columns">
      <Bars
        caption={`${counted(now.open, 'open anomaly', 'open anomalies')}, ${comparedWith(now.open, before.open)} on ${dayInWords(before.date)}`}
        bars={days.map(({ date, open }) => ({
          label: dayInWords(date),
          parts: [{ series: 'open', value: open, style: 'accent' }],
        }))}
      />
      <Bars
        caption={`Verdicts of ${dayInWords(now.date)}: ${count(now.failed)} failed, ${count(now.passed)} passed, ${count(now.unasserted)} not judged`}
        bars={days.map(({ date, passed, failed, unasserted }) => ({
          label: dayInWords(date),
          parts: [
            { series: 'failed', value: failed, style: 'fail' },
            { series: 'not judged', value: unasserted, style: 'unasserted' },
            { series: 'passed', value: passed, style: 'pass' },
          ],
        }))}
      />
    </div>
  )
}

/** As high as the charts, before they come: the lists below do not move then. */
export function TrendsToCome() {
  const chart = <Bars caption="…" bars={[{ label: '…', parts: [] }]} />
  return (
    <div className="columns" inert>
      {chart}
      {chart}
    </div>
  )
}

/** The days of all datastores together, the first one first. */
function daysOf({ datastores }: Trends): Day[] {
  const days = new Map<string, Day>()
  for (const day of datastores.flatMap(({ days }) => days)) {
    const sum = days.get(day.date) ?? { date: day.date, open: 0, passed: 0, failed: 0, unasserted: 0 }
    sum.open += day.open_anomalies
    sum.passed += day.checks_passed
    sum.failed += day.checks_failed
    sum.unasserted += day.checks_unasserted
    days.set(day.date, sum)
  }
  return [...days.values()].sort((one, other) => (one.date < other.date ? -1 : 1))
}
