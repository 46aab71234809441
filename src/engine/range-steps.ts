import type { DiscoveredField, FieldType } from '../model/field.ts'

const day = 86_400_000

/** Steps that points in time are put on, coarsest first, so that names stay short: days, minutes, seconds. */
const timeSteps = [day, 60_000, 1000]

/**
 * Key texts of the points that divide the values from `least` to `greatest` into `count` ranges of equal width, in
 * order; fewer when there are not that many values between, and none when the texts are no values of the type.
 */
export function cutPoints(type: FieldType, least: string, greatest: string, count: number): string[] {
  switch (type) {
    case 'Integral':
      return wholePoints(least, greatest, count)
    case 'Fractional':
      return fractionPoints(Number(least), Number(greatest), count)
    case 'Date':
      return momentPoints(least, greatest, count, [day]).map((point) => dayOf(point))
    case 'Timestamp':
      return momentPoints(least, greatest, count, timeSteps).map((point) => momentOf(point))
    default:
      return []
  }
}

function wholePoints(least: string, greatest: string, count: number): string[] {
  if (!isWhole(least) || !isWhole(greatest)) return []
  const low = BigInt(least)
  const width = BigInt(greatest) - low + 1n
  const points = between(count).map((index) => low + (width * BigInt(index)) / BigInt(count))
  return [...new Set(points)].filter((point) => point > low).map(String)
}

function fractionPoints(low: number, high: number, count: number): string[] {
  const points = between(count).map((index) => Number((low + (high - low) * (index / count)).toPrecision(12)))
  return ascending(points, low).map(String)
}

function momentPoints(least: string, greatest: string, count: number, steps: readonly number[]): number[] {
  const [low, high] = [millisOf(least), millisOf(greatest)]
  if (Number.isNaN(low) || Number.isNaN(high)) return []
  const width = (high - low + 1) / count
  const step = steps.find((length) => width >= 2 * length) ?? Math.min(...steps)
  const points = between(count).map((index) => Math.floor((low + width * index) / step) * step)
  return ascending(points, low)
}

const between = (count: number): number[] => Array.from({ length: count - 1 }, (_, index) => index + 1)

const ascending = (points: readonly number[], low: number): number[] =>
  [...new Set(points)].filter((point) => point > low).sort((left, right) => left - right)

const isWhole = (text: string): boolean => /^-?\d+$/.test(text)

const millisOf = (text: string): number => {
  const match = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d:\d\d(?:\.\d{1,3})?)\d*)?Z?$/.exec(text)
  return match ? Date.parse(`${match[1]}T${match[2] ?? '00:00:00'}Z`) : Number.NaN
}

const dayOf = (millis: number): string => new Date(millis).toISOString().slice(0, 10)

const momentOf = (millis: number): string => new Date(millis).toISOString().slice(0, 19).replace('T', ' ')

/** The name of the range from `from` to before `end`, as key texts of the field; null is open. */
export function rangeName(
  field: DiscoveredField,
  from: string | null,
  end: string | null,
  withMissing: boolean,
): string {
  const first = from === null ? null : shortest(from)
  const last = end === null ? null : lastBefore(field.type, end)
  const words =
    first === null
      ? last === null
        ? 'all'
        : `up to ${last}`
      : last === null
        ? `from ${first}`
        : first === last
          ? first
          : `${first} to ${last}`
  return `${field.name} ${words}${withMissing ? ' or missing' : ''}`
}

/** The last value before the end where values have a next one: numbers without fraction, and days. */
function lastBefore(type: FieldType, end: string): string {
  if (type === 'Integral') return String(BigInt(end) - 1n)
  const isDay = type === 'Date' || (type === 'Timestamp' && end.endsWith(' 00:00:00'))
  return isDay ? dayOf(millisOf(end) - 1) : `before ${shortest(end)}`
}

/** A moment at midnight is its day. */
const shortest = (text: string): string => text.replace(/ 00:00:00$/, '').replace(/(:\d\d):00$/, '$1')
