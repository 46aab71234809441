import { wallMilliseconds } from '../shared/wall-clock.ts'

/** The time of a request, as its signature covers it; the server compares it with its own clock and refuses one of a quarter of an hour ago. */
export const requestDate = (): string => new Date(wallMilliseconds()).toUTCString()
