/** Times that the charts can show, the first by default. */
export const times = [
  ['month', 'a month'],
  ['week', 'a week'],
  ['quarter', 'a quarter'],
  ['year', 'a year'],
] as const
