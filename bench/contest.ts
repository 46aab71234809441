import { Laps, ratioOf } from './measure.ts'
import type { Absent, Peers } from './peers.ts'

/** One of those that do the same work. */
export interface Side {
  /** Milliseconds of processor time that all processes which do it have used so far. */
  processorTime(): number
  run(): Promise<unknown>
}

/** By side: the service is `assay`, the plan that a person would write is `by_hand`. */
export type AllLaps = Record<string, Laps>

/** Every side once in each round, so that whatever else the machine does weighs on all. */
export async function inTurns(rounds: number, sides: Record<string, Side>): Promise<AllLaps> {
  const contestants = Object.entries(sides).map(([name, { run, processorTime }]) => ({
    name,
    run,
    laps: new Laps(processorTime),
  }))
  for (let round = 0; round < rounds; round++) for (const { laps, run } of contestants) await laps.time(run)
  return Object.fromEntries(contestants.map(({ name, laps }) => [name, laps]))
}

/** What each side took; of a peer that is not there, why. */
export function tookOf(laps: AllLaps, absent: Peers['absent'] = {}): Record<string, object | Absent> {
  const summaries = Object.entries(laps).map(([name, side]) => [name, side.summary()])
  return { ...Object.fromEntries(summaries), ...absent }
}

/** Processor time of the service by that of each other side. */
export function processorRatios(laps: AllLaps): Record<string, number> {
  const { assay, ...others } = laps
  return Object.fromEntries(
    Object.entries(others).map(([name, other]) => [
      name,
      ratioOf(assay?.processor_ms ?? [], other.processor_ms),
    ]),
  )
}
