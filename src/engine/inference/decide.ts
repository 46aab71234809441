import { counted, percent, type Candidate, type Inference } from '../../inferences/inference.ts'
import type { Tested } from './test-checks.ts'

/** A check that a profile proposes. */
export interface Proposal {
  inference: string
  rule_type: string
  fields: string[]
  properties: Record<string, unknown>
  coverage: number
  description: string
  /** One sentence: what was seen, and how it was tested. */
  reason: string
  /** Rows against it, which look like errors; a person has to decide. */
  exceptions: number
  /** Rows that it was tested on, all of them and those that were held out. */
  rows: number
  held_out_rows: number
  /** The fields whose values stand in it. */
  shows: string[]
}

/** Fewest rows held out that prove anything. */
const fewestHeldOut = 10
/** Exceptions up to this share look like errors; more of them are a trait of the data. */
export const mostExceptions = 0.01

/** The proposal that a candidate is after its tests; null where it does not hold. */
export function decide(
  { name, rule_type, may_have_exceptions, shows_values }: Inference,
  candidate: Candidate,
  trial: Tested | undefined,
  all: Tested | undefined,
): Proposal | null {
  if (!all) return null
  const { fields, coverage = 1 } = candidate
  const proposal = {
    inference: name,
    rule_type,
    fields,
    properties: candidate.properties ?? candidate.trial,
    coverage,
    description: candidate.description,
    exceptions: all.anomalous ?? 0,
    rows: all.asserted,
    held_out_rows: trial?.asserted ?? 0,
    shows: shows_values ? fields : [],
  }
  const outcome = outcomeOf(coverage, trial, all, may_have_exceptions)
  if (outcome === null) return null
  return { ...proposal, reason: `${capital(candidate.because)}; ${outcome}` }
}

/** The second half of the reason; null where the check does not hold. `trial` is undefined for what is not judged row by row. */
function outcomeOf(
  coverage: number,
  trial: Tested | undefined,
  all: Tested,
  may_have_exceptions: boolean,
): string | null {
  const against = all.anomalous ?? (all.failed ? Infinity : 0)
  if (trial) {
    if (trial.asserted < fewestHeldOut) return null
    const missed = (trial.anomalous ?? Infinity) / trial.asserted
    if (coverage < 1)
      return missed <= 1 - coverage && against / all.asserted <= 1 - coverage
        ? `it held in ${percent(1 - missed)} of ${counted(trial.asserted)} rows that were held out to test it.`
        : null
    if (against === 0)
      return missed === 0
        ? `it held in all ${counted(trial.asserted)} rows that were held out to test it.`
        : null
    if (missed > mostExceptions) return null
  } else if (!all.failed && against === 0)
    return all.asserted > 0 ? `it holds over all ${counted(all.asserted)} rows.` : 'it holds now.'
  if (!may_have_exceptions || !(against <= mostExceptions * all.asserted)) return null
  return `${counted(against)} of ${counted(all.asserted)} rows (${percent(against / all.asserted)}) are against it and look like errors, so it waits as Draft for a person to decide.`
}

const capital = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1)
