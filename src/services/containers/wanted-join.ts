import type { Context } from '../../access/context.ts'
import { requireDatastore } from '../../access/require.ts'
import { invalidMember, notFound } from '../../kernel/errors.ts'
import type { ComputationInput } from '../../model/computed-container.ts'
import type { JoinType } from '../../model/container.ts'
import type { DiscoveredField, FieldType } from '../../model/field.ts'
import { joinedSource, joinOf, type JoinedSource } from '../../store/computations.ts'
import { findContainer } from '../../store/containers.ts'
import { given, missing, restOf, type GivenComputation, type WantedComputation } from './given-computation.ts'

/** A computed join; who makes it is an Editor of the datastores of both sides, because it shows the rows of both in that of the left one. */
export async function wantedJoin(context: Context, input: GivenComputation): Promise<WantedComputation> {
  const left_id = input.left_container_id ?? missing('left_container_id', 'computed_join')
  const right_id = input.right_container_id ?? missing('right_container_id', 'computed_join')
  const left = await joinable(context, left_id)
  const right = await joinable(context, right_id)
  if (input.datastore_id != null && input.datastore_id !== left.datastore_id)
    throw invalidMember(
      'datastore_id',
      `"${left.source.name}" belongs to the datastore ${left.datastore_id}, and a computed join to that of its left container.`,
    )
  const text = textOf(input)
  const keys = [
    keyOf(left, text.left_join_field_name, 'left_join_field_name'),
    keyOf(right, text.right_join_field_name, 'right_join_field_name'),
  ] as const
  refuseUnlike(...keys)
  refuseSameNames(left, right, text)
  return {
    datastore_id: left.datastore_id,
    computation: joinOf(text, left, right),
    text,
    sources: [
      { source_container_id: left_id, role: 'left' },
      { source_container_id: right_id, role: 'right' },
    ],
    member: 'select_clause',
  }
}

async function joinable(context: Context, id: number): Promise<JoinedSource> {
  const { database } = context.store
  const row = await findContainer(database, id)
  if (!row) throw notFound('container', id)
  await requireDatastore(context, row.datastore_id, 'Editor', ['container', id])
  return joinedSource(database, id)
}

function textOf(input: ComputationInput) {
  const { join_type, left_prefix, right_prefix } = input
  const named = (member: 'left_join_field_name' | 'right_join_field_name'): string =>
    input[member] ?? missing(member, 'computed_join')
  const type: JoinType = join_type === 'full' ? 'outer' : (join_type ?? 'inner')
  return {
    select_clause: given(input, 'select_clause', 'computed_join'),
    ...restOf(input),
    join_type: type,
    left_join_field_name: named('left_join_field_name'),
    right_join_field_name: named('right_join_field_name'),
    left_prefix: left_prefix ?? 'left',
    right_prefix: right_prefix ?? 'right',
  }
}

function keyOf({ source }: JoinedSource, name: string, member: string): DiscoveredField {
  const field = source.fields.find((one) => one.name === name)
  if (field) return field
  throw invalidMember(member, `"${source.name}" has no field called "${name}".`)
}

/** Values of types that no store compares with each other, or that only some do, make no join. */
const families: Partial<Record<FieldType, string>> = {
  Integral: 'numbers',
  Fractional: 'numbers',
  String: 'texts',
  Boolean: 'truths',
  Date: 'dates',
  Timestamp: 'times',
}

function refuseUnlike(left: DiscoveredField, right: DiscoveredField): void {
  const [one, other] = [families[left.type], families[right.type]]
  if (one !== undefined && one === other) return
  throw invalidMember(
    'right_join_field_name',
    `"${left.name}" is ${left.type} and "${right.name}" is ${right.type}, which cannot be compared; make a computed field of the same type on one side.`,
  )
}

/** Stores do not tell names apart by their letter case. */
function refuseSameNames(
  left: JoinedSource,
  right: JoinedSource,
  { left_prefix, right_prefix }: { left_prefix: string; right_prefix: string },
): void {
  if (left_prefix.toLowerCase() === right_prefix.toLowerCase())
    throw invalidMember('right_prefix', 'Both sides have the same prefix; give them different ones.')
  const names = [
    ...left.source.fields.map(({ name }) => `${left_prefix}_${name}`),
    ...right.source.fields.map(({ name }) => `${right_prefix}_${name}`),
  ]
  const seen = new Set<string>()
  for (const name of names) {
    if (seen.has(name.toLowerCase()))
      throw invalidMember(
        'right_prefix',
        `The join would have the column "${name}" twice; choose other prefixes.`,
      )
    seen.add(name.toLowerCase())
  }
}
