import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import { useAnswer } from '../../api/answers.ts'
import { AsTable } from '../../charts/as-table.tsx'
import { Failure } from '../../kit/failure.tsx'
import { useAddress } from '../../shell/search.ts'
import { dayInWords } from '../../words/times.ts'
import { count, counted } from '../../words/numbers.ts'
import { daysOf, placeOf, yearBefore, type Day } from './days.ts'
import './year.css'

/** Sides of the square of a day, and what it takes with its gap. */
const side = 11
const step = 14

/** The runs of a year, a square for each day, folded; a day leads to its runs. `datastore` narrows it. */
export function Year({ datastore }: { datastore: readonly number[] }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="year" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>The runs of a year, day by day</summary>
      {isOpen && <Days datastore={datastore} />}
    </details>
  )
}

function Days({ datastore }: { datastore: readonly number[] }) {
  const { data, error, refetch } = useAnswer(
    'GET /api/insights',
    { query: { start_date: yearBefore(Date.now()), datastore: [...datastore] } },
    { keep: true },
  )
  const address = useAddress()
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return <p className="muted">Counting them …</p>
  const days = daysOf(data)
  const busy = days.filter(({ runs }) => runs > 0)
  const troubled = days.filter(({ others }) => others > 0)
  const caption = `${counted(
    busy.reduce((sum, { runs }) => sum + runs, 0),
    'run',
  )} on ${counted(busy.length, 'day')} of UTC; on ${count(troubled.length)} of them not all were a success`
  return (
    <figure>
      <figcaption>{caption}</figcaption>
      <Squares
        days={days}
        caption={caption}
        open={(date) => address.change({ start_date: date, end_date: date })}
      />
      <AsTable
        caption={caption}
        heads={['Day', 'Runs', 'No success']}
        rows={busy.toReversed().map(({ date, runs, others }) => [
          <Link key="to" to="." search={address.with({ start_date: date, end_date: date }) as never}>
            {dayInWords(date)}
          </Link>,
          count(runs),
          count(others),
        ])}
      />
    </figure>
  )
}

function Squares({
  days,
  caption,
  open,
}: {
  days: readonly Day[]
  caption: string
  open: (date: string) => void
}) {
  const first = days[0]?.date ?? ''
  const most = Math.max(...days.map(({ runs }) => runs))
  const weeks = placeOf(days.at(-1)?.date ?? first, first).week + 1
  return (
    // On a narrow screen it scrolls sideways, also by keys.
    <div className="squares" role="group" aria-label="Days" tabIndex={0}>
      <svg width={weeks * step} height={7 * step} role="img" aria-label={caption}>
        {days.map((day) => {
          const { week, weekday } = placeOf(day.date, first)
          return (
            <g
              key={day.date}
              transform={`translate(${week * step} ${weekday * step})`}
              className={lookOf(day, most)}
              onClick={day.runs > 0 ? () => open(day.date) : undefined}
            >
              <rect width={side} height={side} rx={2} />
              {/* Not by its colour alone. */}
              {day.others > 0 && <path d={`M2 2 ${side - 2} ${side - 2}M${side - 2} 2 2 ${side - 2}`} />}
              <title>{`${dayInWords(day.date)}: ${counted(day.runs, 'run')}${day.others > 0 ? `, ${count(day.others)} no success` : ''}`}</title>
            </g>
          )
        })}
      </svg>
    </div>
  )
}

function lookOf({ runs, others }: Day, most: number): string {
  if (runs === 0) return 'none'
  if (others > 0) return 'some troubled'
  return runs * 2 > most ? 'some many' : 'some'
}
