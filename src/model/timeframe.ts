/** The periods that lists and reports can cover. */
export const timeframes = ['week', 'month', 'quarter', 'year'] as const
export type Timeframe = (typeof timeframes)[number]

/** The same as PostgreSQL writes intervals. */
export const timeframeIntervals: Record<Timeframe, string> = {
  week: '7 days',
  month: '1 month',
  quarter: '3 months',
  year: '1 year',
}
