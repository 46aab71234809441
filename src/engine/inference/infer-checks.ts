import { StatementRefused, type HeldSession, type Session } from '../../connectors/connector.ts'
import { readable } from '../../connectors/readable.ts'
import { hold, opened, type Held } from '../../kernel/held.ts'
import { inferences } from '../../inferences/registry.ts'
import { fewestValues, type Candidate, type Inference, type Observed } from '../../inferences/inference.ts'
import type { CheckDefinition } from '../../model/check.ts'
import type { DiscoveredField } from '../../model/field.ts'
import { rules } from '../../rules/registry.ts'
import type { Relation } from '../../sql/ast.ts'
import { column } from '../../sql/build.ts'
import { printExpression } from '../../sql/print.ts'
import type { ScanRequest } from '../check.ts'
import { familyOf } from '../families/table.ts'
import { readRows, type MeasuredPart, type ProfileRequest } from '../profile/profile-container.ts'
import { keepRows } from '../relation.ts'
import { decide, mostExceptions, type Proposal } from './decide.ts'
import { readLearned, type FieldWithFigures } from './read-learned.ts'
import { splitOf, type HeldOut, type Split } from './split.ts'
import { testChecks, type Tested, type Tried } from './test-checks.ts'

/** What inference needs to know beside what was measured. */
export interface InferenceRequest extends Pick<Observed, 'references' | 'volumes' | 'modifications'> {
  /** From 1 to 5, see Inference. */
  level: number
  held_out: HeldOut
  /** The request of a scan of the container, for the tests. */
  scan: ScanRequest
  /** The inferred checks that there are, to be tried again. */
  standing: readonly CheckDefinition[]
}

/** How an inferred check stands after the rows were looked at again: few rows against it look like errors, many like a change of the data. */
type Standing = 'holds' | 'has_exceptions' | 'is_broken'

/** What was found. */
export interface Inferred {
  proposals: Held<Proposal[]>
  /** By the id of the check; one that could not be tried is left out. */
  standing: Map<number, Standing>
}

/**
 * Proposes checks for the rows of these partitions: fitted to a part of them, tried on another, and on all. Three kinds of statements:
 * the rows to learn from, the counting pass of all trials, and one for each key or total that is tried. Null where there are too
 * few rows to learn from; the refusal of a source that does not show them.
 */
export async function inferChecks(
  held: HeldSession,
  profile: ProfileRequest,
  partitions: readonly string[],
  measured: MeasuredPart,
  request: InferenceRequest,
): Promise<Inferred | StatementRefused | null> {
  const session = readable(held)
  const relation = readRows(session, profile, partitions)
  const fields = measured.fields.flatMap(({ field, metrics, refusal }): FieldWithFigures[] =>
    refusal === null && field.type !== 'Unknown'
      ? [{ field, place: profile.observed.indexOf(field), metrics: opened(metrics) }]
      : [],
  )
  const split = splitOf(fields.filter(isPlain), measured.records_processed, request.held_out)
  // A table that was emptied says nothing of the checks that there are.
  if (split === null || measured.records_processed < fewestValues) return null
  keepRows(session, relation, profile)
  try {
    const observed = await observe(session, relation, split, fields, { profile, measured, request })
    if (observed.learned < fewestValues) return null
    return await propose(session, relation, split, observed, { profile, request })
  } catch (error) {
    if (error instanceof StatementRefused) return error
    throw error
  }
}

const isPlain = ({ field: { type } }: FieldWithFigures): boolean =>
  !['Array', 'Struct', 'MapType', 'Boolean'].includes(type)

async function observe(
  session: Session,
  relation: Relation,
  split: Split,
  fields: readonly FieldWithFigures[],
  {
    profile,
    measured,
    request,
  }: { profile: ProfileRequest; measured: MeasuredPart; request: InferenceRequest },
): Promise<Observed> {
  const learned = await readLearned(session, relation, split.learned, fields)
  const isMasked = (name: string) => request.scan.masked_fields.has(name)
  return {
    container: profile.container.name,
    fields: learned.fields.filter(({ field }) => !isMasked(field.name)),
    masked: learned.fields.filter(({ field }) => isMasked(field.name)),
    names: profile.observed.map(({ name }) => name),
    rows: measured.records_processed,
    learned: learned.rows,
    now: request.scan.now,
    references: request.references,
    volumes: request.volumes,
    modifications: request.modifications,
    quoted: (name) => quoted(session, profile.observed, name),
  }
}

/** A field as the store's own SQL writes it. */
function quoted(session: Session, fields: readonly DiscoveredField[], name: string): string {
  const field = fields.find((one) => one.name === name)
  if (!field) throw new Error(`There is no field called ${name}.`)
  return printExpression(column(field), session.dialect).sql
}

type Subject =
  | { inference: Inference; candidate: Candidate; of: 'held_out' | 'all' }
  | { standing: number; coverage: number }

async function propose(
  session: Session,
  relation: Relation,
  split: Split,
  observed: Observed,
  { profile, request }: { profile: ProfileRequest; request: InferenceRequest },
): Promise<Inferred> {
  const candidates = inferences
    .all()
    .filter(({ level }) => level <= request.level)
    .flatMap((inference) => inference.propose(observed).map((candidate) => ({ inference, candidate })))
  const tried = [
    ...candidates.flatMap((one): Tried<Subject>[] => [
      ...(isByRow(one.inference)
        ? [
            {
              subject: { ...one, of: 'held_out' as const },
              definition: definitionOf(one, 'trial'),
              where: split.held_out,
            },
          ]
        : []),
      { subject: { ...one, of: 'all' }, definition: definitionOf(one, 'properties'), where: null },
    ]),
    ...request.standing.map((check): Tried<Subject> => ({
      subject: { standing: check.id, coverage: check.coverage },
      definition: check,
      where: null,
    })),
  ]
  const results = await testChecks(session, relation, request.scan, profile.observed, tried)
  return {
    proposals: hold(proposalsFrom(candidates, results)),
    standing: standingFrom(results),
  }
}

/** True for rules that judge each row: others say nothing of a part of the rows. */
const isByRow = ({ rule_type }: Inference): boolean => familyOf(rules.get(rule_type)).judges === 'rows'

function definitionOf(
  { inference, candidate }: { inference: Inference; candidate: Candidate },
  form: 'trial' | 'properties',
): Omit<CheckDefinition, 'id'> {
  const { trial, properties = trial, fields, description } = candidate
  return {
    rule_type: inference.rule_type,
    description,
    fields,
    filter: null,
    // What is allowed is decided from the counts.
    coverage: 1,
    properties: form === 'trial' ? trial : properties,
    anomaly_message_field: null,
  }
}

function proposalsFrom(
  candidates: readonly { inference: Inference; candidate: Candidate }[],
  results: ReadonlyMap<Subject, Tested>,
): Proposal[] {
  const found = new Map<Candidate, { trial?: Tested; all?: Tested }>()
  for (const [subject, tested] of results) {
    if (!('candidate' in subject)) continue
    const form = subject.of === 'all' ? { all: tested } : { trial: tested }
    found.set(subject.candidate, { ...found.get(subject.candidate), ...form })
  }
  const held = candidates.flatMap(({ inference, candidate }) => {
    const { trial, all } = found.get(candidate) ?? {}
    if (!trial && isByRow(inference)) return []
    const proposal = decide(inference, candidate, trial, all)
    return proposal === null ? [] : [{ candidate, proposal }]
  })
  const known = new Set<string>()
  return held
    .filter(({ candidate }) => !held.some((other) => yields(candidate, other.proposal)))
    .map(({ proposal }) => proposal)
    .filter(({ rule_type, fields }) => {
      const identity = JSON.stringify([rule_type, fields.toSorted()])
      if (known.has(identity)) return false
      known.add(identity)
      return true
    })
}

const yields = ({ fields, yields_to = [] }: Candidate, other: Proposal): boolean =>
  yields_to.includes(other.rule_type) && JSON.stringify(fields) === JSON.stringify(other.fields)

function standingFrom(results: ReadonlyMap<Subject, Tested>): Map<number, Standing> {
  const standing = new Map<number, Standing>()
  for (const [subject, { anomalous, asserted, failed }] of results) {
    if (!('standing' in subject)) continue
    const share = anomalous === null ? (failed ? 1 : 0) : anomalous / Math.max(1, asserted)
    const allowed = 1 - subject.coverage
    const isFew = share <= allowed + mostExceptions
    standing.set(subject.standing, share <= allowed ? 'holds' : isFew ? 'has_exceptions' : 'is_broken')
  }
  return standing
}
