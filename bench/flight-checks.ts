import { expression, row, unique, type BenchCheck } from './bench-check.ts'

/** Twenty plausible checks of flights: some find nothing, some a few rows, some many. */
export const flightChecks: readonly BenchCheck[] = [
  row('A flight has a date', 'notNull', 'date', 'date is null'),
  row('A flight has a delay', 'notNull', 'delay', 'delay is null'),
  row('A flight starts somewhere', 'notNull', 'origin', 'origin is null'),
  row('A flight ends somewhere', 'notNull', 'destination', 'destination is null'),
  row('A delay is within reason', 'between', 'delay', 'delay < -60 or delay > 600', { min: -60, max: 600 }),
  row('No flight is hours early', 'minValue', 'delay', 'delay < -1000', { value: -1000 }),
  row('No flight is a day late', 'maxValue', 'delay', 'delay > 1440', { value: 1440 }),
  row('A flight covers a distance', 'positive', 'distance', 'distance <= 0'),
  row('A flight stays in the country', 'maxValue', 'distance', 'distance > 4500', { value: 4500 }),
  row('The origin is a code', 'matchesPattern', 'origin', "not regexp_matches(origin, '^[A-Z]{3}$')", {
    pattern: '^[A-Z]{3}$',
  }),
  row(
    'The destination is a code',
    'matchesPattern',
    'destination',
    "not regexp_matches(destination, '^[A-Z]{3}$')",
    {
      pattern: '^[A-Z]{3}$',
    },
  ),
  row('The origin is not too short', 'minLength', 'origin', 'length(origin) < 3', { value: 3 }),
  row('The destination is not too long', 'maxLength', 'destination', 'length(destination) > 3', { value: 3 }),
  expression('A flight goes somewhere else', 'origin <> destination'),
  row('Flights are of 2001', 'afterDateTime', 'date', "date <= timestamp '2000-12-31 23:59:59'", {
    datetime: '2000-12-31T23:59:59Z',
  }),
  row('Flights are of the first half', 'beforeDateTime', 'date', "date >= timestamp '2001-07-01'", {
    datetime: '2001-07-01T00:00:00Z',
  }),
  row('A short hop is not very late', 'maxValue', 'delay', 'delay > 900', { value: 900 }, 'distance < 300'),
  expression('A delay fits the distance', 'delay < 700 + distance'),
  {
    rule: 'distinctCount',
    description: 'The airports are known',
    fields: ['origin'],
    properties: { comparison: 'lte', value: 250 },
    failing: null,
  },
  unique('A flight is listed once', 'date', 'origin', 'destination'),
]
