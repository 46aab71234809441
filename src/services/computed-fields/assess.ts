import type { Context, Environment } from '../../access/context.ts'
import { StatementRefused, type HeldSession } from '../../connectors/connector.ts'
import { shownRefusal } from '../../disclosure/reasons.ts'
import { describeContainer, tryFirstValue } from '../../engine/describe-container.ts'
import { transformationsByName } from '../../engine/transformations/table.ts'
import { Aborted, invalidMember, RunFailure, ServiceError } from '../../kernel/errors.ts'
import type { ComputedField } from '../../model/computed-field.ts'
import type { ContainerReference } from '../../model/container.ts'
import type { DiscoveredField } from '../../model/field.ts'
import { computationsOf } from '../../store/computations.ts'
import { computedFieldsOf } from '../../store/computed-fields.ts'
import type { ContainerRow } from '../../store/containers.ts'
import { fieldsInState, listKnownFields } from '../../store/fields.ts'
import { datastoreMasks } from '../../store/masked-fields.ts'
import { withContainerSession } from '../datastores/container-session.ts'

/** Longest wait for the source while a client waits for its answer, seconds. */
const patienceSeconds = 60

/**
 * The field as the store finds it, which has given a first value of it. Refuses with 422 what cannot be computed, and with 409 a
 * name that another field of the container has; `former`: the name that it has now, null for a new one.
 */
export async function assessComputedField(
  context: Context,
  container: ContainerRow,
  wanted: ComputedField,
  former: string | null,
): Promise<DiscoveredField> {
  await refuseTakenName(context, container, wanted.name, former)
  return tryComputedField(context, container, wanted)
}

/** The field as the store finds it, whatever other fields are called. Refuses with 422 what cannot be computed; throws Aborted when `stop` (default: nothing) stops it. */
export async function tryComputedField(
  environment: Environment,
  container: ContainerRow,
  wanted: ComputedField,
  stop?: AbortSignal,
): Promise<DiscoveredField> {
  const { database } = environment.store
  const computed = (await computedFieldsOf(database, [container.id])).get(container.id) ?? []
  const names = new Set(computed.map(({ name }) => name))
  const known = (await listKnownFields(database, container.id)).filter(({ name }) => !names.has(name))
  refuseUnfit(container, wanted, known)
  const computation = (await computationsOf(database, [container.id])).get(container.id) ?? null
  const { name, container_type, file_options } = container
  const reference = { name, container_type, file_options, computation, computed_fields: [wanted] }
  return askStore(environment, container, reference, known, stop)
}

/** 409 for a name that another field of the container has, in any letter case; `former` as above. */
export async function refuseTakenName(
  context: Context,
  container: ContainerRow,
  name: string,
  former: string | null,
): Promise<void> {
  const states = ['active', 'masked', 'missing', 'excluded'] as const
  const fields = await fieldsInState(context.store.database, container.id, states)
  // One that was masked when it was removed comes back, and is masked again.
  const comesBack = (field: (typeof fields)[number]): boolean =>
    former === null && field.name === name && field.status === 'missing' && field.is_masked
  const taken = fields.find(
    (field) => field.name !== former && field.name.toLowerCase() === name.toLowerCase() && !comesBack(field),
  )
  if (taken)
    throw new ServiceError('conflict', `"${container.name}" has a field called "${taken.name}" already.`)
}

function refuseUnfit(
  container: ContainerRow,
  wanted: ComputedField,
  known: readonly DiscoveredField[],
): void {
  const { transformation, properties, source_fields } = wanted
  const way = transformationsByName[transformation]
  const foreign = Object.entries(properties).find(
    ([member, value]) => value !== null && !(way.members as readonly string[]).includes(member),
  )
  if (foreign)
    throw invalidMember(['properties', foreign[0]], `${transformation} has no ${foreign[0]}; leave it out.`)
  const fault = way.fault(properties)
  if (fault !== null) throw invalidMember(['properties', fault.member], fault.reason)
  if (way.reads === null) {
    if (source_fields.length > 0)
      throw invalidMember(
        'source_fields',
        `The expression of ${transformation} names what it reads; leave source_fields out.`,
      )
    return
  }
  const [name, ...more] = source_fields
  if (name === undefined || more.length > 0)
    throw invalidMember('source_fields', `${transformation} reads one field; name it.`)
  const source = known.find((field) => field.name === name)
  if (!source) throw invalidMember('source_fields', `"${container.name}" has no field called "${name}".`)
  if (!way.reads.includes(source.type))
    throw invalidMember(
      'source_fields',
      `"${name}" is ${source.type}; ${transformation} reads ${way.reads.join(', ')}.`,
    )
}

async function askStore(
  environment: Environment,
  container: ContainerRow,
  reference: ContainerReference & { computed_fields: ComputedField[] },
  known: readonly DiscoveredField[],
  stop?: AbortSignal,
): Promise<DiscoveredField> {
  const [wanted] = reference.computed_fields
  const member =
    wanted?.transformation === 'customExpression' ? ['properties', 'column_expression'] : 'source_fields'
  const look = async (session: HeldSession): Promise<DiscoveredField> => {
    const { fields, remarks = [] } = await describeContainer(session, reference, known)
    const found = fields.find(({ name }) => name === wanted?.name)
    if (!found) throw invalidMember(member, remarks.at(-1) ?? 'It cannot be computed.')
    await tryFirstValue(session, reference, fields, found)
    return found
  }
  const hides = await datastoreMasks(environment.store.database, container.datastore_id)
  const late = AbortSignal.timeout(patienceSeconds * 1000)
  try {
    const signal = stop ? AbortSignal.any([late, stop]) : late
    return await withContainerSession(
      environment,
      { datastore_id: container.datastore_id, ...reference },
      signal,
      look,
      { rows: 'some' },
    )
  } catch (error) {
    if (error instanceof Aborted && !stop?.aborted)
      throw invalidMember(member, `No value came within ${patienceSeconds} seconds; make it simpler.`)
    if (error instanceof StatementRefused) throw invalidMember(member, refusalOf(shownRefusal(error, hides)))
    if (error instanceof RunFailure)
      throw new ServiceError('connection_failed', error.message, { cause: error })
    throw error
  }
}

/** The store's own words about a value may quote it; null: they are withheld. */
const refusalOf = (said: string | null): string =>
  said === null
    ? 'The store refuses to compute its first value; the reason is withheld, because it may show values of masked fields of the datastore.'
    : `The store refuses to compute its first value: ${said}`
