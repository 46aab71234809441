/** Filters of a list; those that are null are left out. */
type Filters = Record<string, string | number | readonly (string | number)[] | null>

/** The path of a list with these filters, below `/api`; `{start_date}` and the like stand as they are, for who reads it to fill in. */
export function listQuery(path: string, filters: Filters): string {
  const pairs = Object.entries(filters).flatMap(([name, value]) =>
    value === null ? [] : [value].flat().map((one) => `${name}=${written(String(one))}`),
  )
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`
}

const written = (text: string) => (/^\{\w+\}$/.test(text) ? text : encodeURIComponent(text))

/** The days of a period as filters whose values are still to be filled in. */
export const ofPeriod = { start_date: '{start_date}', end_date: '{end_date}' }
