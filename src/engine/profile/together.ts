import type { Session } from '../../connectors/connector.ts'
import type { FieldType } from '../../model/field.ts'
import type { Expression, Relation } from '../../sql/ast.ts'
import { caseWhen, column, nothing, output, select, subquery, below, call, number } from '../../sql/build.ts'
import { countPass, type Wanted } from '../pass/count-pass.ts'
import type { Examined } from './basics.ts'
import { distance, isMeasurable, scaled } from './numbers.ts'
import { pairSums, regressionsOf, type Paired, type Regression } from './pairs.ts'
import type { ProfiledField } from './profiled-field.ts'
import { typeCounts, typeOfTexts } from './text-types.ts'

/** What a sample of rows tells. */
export interface Together {
  /** The types that the texts of a field look like. */
  types: Map<ProfiledField, FieldType>
  /** The other fields that go together with a field, strongest first. */
  regressions: Map<ProfiledField, Regression[]>
}

/** Fields of numbers of which every two are compared, so that one statement holds all pairs; the first ones of a container. */
const mostPaired = 16

/** Fields of texts that are looked at; the first ones of a container. */
const mostTexts = 50

type Subject = { texts: ProfiledField } | { left: Paired; right: Paired }

/** Compares every two fields of numbers, and finds what texts look like; a part that the source refuses is left out. */
export async function readTogether(
  session: Session,
  relation: Relation,
  rows: number,
  examined: readonly Examined[],
): Promise<Together> {
  const texts = examined.filter(({ field }) => field.kind === 'text').slice(0, mostTexts)
  const sizes = examined.filter(isVarying).slice(0, mostPaired)
  const paired = sizes.flatMap((one) => pairedOf(one, rows))
  const wanted = [
    ...texts.map(({ field }): Wanted<Subject> => ({
      subject: { texts: field },
      wants: typeCounts(column(field.field)),
      is_slow: false,
    })),
    ...pairsOf(paired).map(([left, right]): Wanted<Subject> => ({
      subject: { left, right },
      wants: pairSums(left, right),
      is_slow: false,
    })),
  ]
  const together: Together = { types: new Map(), regressions: new Map() }
  if (wanted.length === 0) return together
  const apart = select({ items: 'all', extra: sizes.flatMap(distanceItem), from: sampleOf(relation, rows) })
  const from = subquery(select({ items: 'all', extra: sizes.flatMap(deviationItem), from: subquery(apart) }))
  const { found } = await countPass(session, from, wanted)
  for (const [subject, cells] of found) {
    if ('texts' in subject) {
      together.types.set(subject.texts, typeOfTexts(cells))
      continue
    }
    const lines = regressionsOf(subject.left, subject.right, cells)
    if (lines === null) continue
    add(together.regressions, subject.left.field, lines.left)
    add(together.regressions, subject.right.field, lines.right)
  }
  for (const lines of together.regressions.values())
    lines.sort((one, other) => Math.abs(other.correlation) - Math.abs(one.correlation))
  return together
}

/** A constant goes together with nothing; times are no subject of this. */
const isVarying = ({ field, basics }: Examined): boolean =>
  (field.kind === 'whole' || field.kind === 'fraction') && basics.min !== basics.max

/** The names of the columns that are added; no field of people is called so, or the statement is refused. */
const distanceOf = ({ index }: ProfiledField): string => `assay_distance_${index}`
const deviationOf = ({ index }: ProfiledField): string => `assay_deviation_${index}`

type Item = { expression: Expression; alias: string }

function distanceItem({ field, basics: { frame } }: Examined): Item[] {
  if (frame === null) return []
  const value = column(field.field)
  const condition = isMeasurable(field, value)
  const raw = distance(field, value, frame)
  const expression = condition === null ? raw : caseWhen(condition, raw, nothing)
  return [{ expression, alias: distanceOf(field) }]
}

function deviationItem({ field, basics: { frame } }: Examined): Item[] {
  return frame === null
    ? []
    : [{ expression: scaled(output(distanceOf(field)), frame), alias: deviationOf(field) }]
}

function pairedOf({ field, basics }: Examined, rows: number): Paired[] {
  if (basics.frame === null) return []
  const has_gaps = basics.measured < rows
  return [{ field, frame: basics.frame, deviation: output(deviationOf(field)), has_gaps }]
}

function pairsOf(paired: readonly Paired[]): [Paired, Paired][] {
  return paired.flatMap((left, index) =>
    paired.slice(index + 1).map((right): [Paired, Paired] => [left, right]),
  )
}

function add(lines: Map<ProfiledField, Regression[]>, field: ProfiledField, line: Regression): void {
  const known = lines.get(field)
  if (known) known.push(line)
  else lines.set(field, [line])
}

/** Rows that are enough to see how fields go together, and what texts look like. */
const enoughRows = 100_000

/** All rows where they are few, else about `enoughRows` of them, each with the same chance. */
function sampleOf(relation: Relation, rows: number): Relation {
  if (rows <= enoughRows) return relation
  const isDrawn = below(call('random'), number(enoughRows / rows))
  return subquery(select({ items: 'all', from: relation, where: isDrawn }))
}
