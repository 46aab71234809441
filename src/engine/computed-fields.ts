import type { Session } from '../connectors/connector.ts'
import { sourceWords } from '../connectors/readable.ts'
import { RunFailure } from '../kernel/errors.ts'
import type { ComputedField } from '../model/computed-field.ts'
import type { DiscoveredField } from '../model/field.ts'
import type { Expression, Relation } from '../sql/ast.ts'
import { select } from '../sql/build.ts'
import { printSelect } from '../sql/print.ts'
import { isOfWrittenSql } from './refusal.ts'
import type { GivenType } from './transformations/transformation.ts'
import { transformationsByName } from './transformations/table.ts'

/** The value of a computed field in a row that has `base`. Throws RunFailure when the field that it reads is gone or of another type. */
export function expressionOf(computed: ComputedField, base: readonly DiscoveredField[]): Expression {
  const { name, transformation, source_fields, properties } = computed
  const way = transformationsByName[transformation]
  if (way.reads === null) return way.expression(properties, null)
  const [wanted = ''] = source_fields
  const source = base.find((field) => field.name === wanted)
  if (!source)
    throw new RunFailure(`The computed field "${name}" reads "${wanted}", which is not there any more.`)
  if (!way.reads.includes(source.type))
    throw new RunFailure(
      `The computed field "${name}" reads "${wanted}", which is ${source.type}; ${transformation} reads ${way.reads.join(', ')}.`,
    )
  return way.expression(properties, source)
}

/** Those of the computed fields that can be computed from rows with these fields, and a sentence for each that cannot. */
export async function findComputed(
  session: Session,
  from: Relation,
  base: readonly DiscoveredField[],
  computed: readonly ComputedField[],
): Promise<{ fields: DiscoveredField[]; remarks: string[] }> {
  const fields: DiscoveredField[] = []
  const remarks: string[] = []
  for (const one of computed) {
    try {
      fields.push(await foundField(session, from, base, one))
    } catch (error) {
      const isAboutIt = isOfWrittenSql(error) || (error instanceof RunFailure && !error.retryable)
      if (!isAboutIt) throw error
      const reason = error instanceof RunFailure ? error.message : `"${one.name}": ${sourceWords(error)}`
      remarks.push(
        `A computed field is left out. ${reason.replace(/\.?$/, '.')} Correct it, or mend its source.`,
      )
    }
  }
  return { fields, remarks }
}

function nativeType({ dialect }: Session, { cast, digits }: GivenType): string {
  const name = dialect.castTypes[cast]
  return digits ? `${name.replace(/\(.*$/, '')}(${digits.precision}, ${digits.scale})` : name
}

async function foundField(
  session: Session,
  from: Relation,
  base: readonly DiscoveredField[],
  computed: ComputedField,
): Promise<DiscoveredField> {
  const { name, transformation, properties } = computed
  const expression = expressionOf(computed, base)
  const given = transformationsByName[transformation].gives(properties)
  if (given !== null)
    return { name, type: given.type, native_type: nativeType(session, given), nullable: true }
  const items = [{ expression, alias: name }]
  const [field, ...more] = await session.fieldsOf(printSelect(select({ items, from }), session.dialect))
  if (!field || more.length > 0) throw new Error('Its expression must have one value.')
  return { ...field, name, nullable: true }
}
