import type { Dialect } from '../dialect.ts'

/** The beginnings of segments of time by `date_trunc`, whose weeks begin on Monday. */
export const byDateTrunc: Dialect['segments'] = {
  Yearly: (value) => `date_trunc('year', ${value})`,
  Quarterly: (value) => `date_trunc('quarter', ${value})`,
  Monthly: (value) => `date_trunc('month', ${value})`,
  Weekly: (value) => `date_trunc('week', ${value})`,
  Daily: (value) => `date_trunc('day', ${value})`,
  Hourly: (value) => `date_trunc('hour', ${value})`,
}
