import { createHash } from 'node:crypto'
import type { CheckDefinition, CheckStatus } from '../../model/check.ts'
import type { CheckChange, CheckInput } from '../../model/check-record.ts'
import { rules } from '../../rules/registry.ts'
import type { TSchema } from 'typebox'
import { ExactNumber } from '../../kernel/cell.ts'
import type { Rule } from '../../rules/rule.ts'

/** All that a person decides about a check: what a version keeps. */
export interface CheckContent extends Omit<CheckDefinition, 'id'> {
  status: CheckStatus
  additional_metadata: Record<string, unknown> | null
  owner_id: number | null
  default_anomaly_assignee_id: number | null
  /** Sorted. */
  tags: string[]
}

/** The content with a change laid over it, in the one form in which contents are kept and compared. */
export function changedContent(content: CheckContent, change: CheckChange | CheckInput): CheckContent {
  const kept = <Value>(given: Value | undefined, stored: Value): Value =>
    given === undefined ? stored : given
  return {
    rule_type: content.rule_type,
    description: change.description ?? content.description,
    fields:
      change.fields === undefined
        ? content.fields
        : (change.fields ?? []).map((field) => (typeof field === 'string' ? field : field.name)),
    filter: kept(change.filter, content.filter)?.trim() || null,
    coverage: kept(change.coverage, content.coverage) ?? 1,
    properties: keptProperties(
      content.rule_type,
      withoutNulls(kept(change.properties, content.properties) ?? {}),
    ),
    anomaly_message_field: kept(change.anomaly_message_field, content.anomaly_message_field) || null,
    status: change.status ?? content.status,
    additional_metadata: kept(change.additional_metadata, content.additional_metadata),
    owner_id: change.owner_id ?? content.owner_id,
    default_anomaly_assignee_id: kept(
      change.default_anomaly_assignee_id,
      content.default_anomaly_assignee_id,
    ),
    tags: change.tags === undefined ? content.tags : [...new Set(change.tags ?? [])].sort(),
  }
}

/** The properties in the form in which checks of this rule keep and show them. */
export function keptProperties(
  ruleType: string,
  properties: Record<string, unknown>,
): Record<string, unknown> {
  const rule = rules.find(ruleType)
  const settled = settledProperties(rule, properties)
  return rule?.kept?.(settled) ?? settled
}

function withoutNulls(properties: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== null))
}

/** Equal for two checks of a container that test the same thing: rule, fields in any order, filter and properties. */
export function definitionKey({ rule_type, fields, filter, properties }: CheckContent): string {
  return createHash('sha256')
    .update(canonical({ rule_type, fields: [...fields].sort(), filter, properties }))
    .digest('hex')
}

/** True when both test the same, to the same standard. */
export function isSameTest(one: CheckContent, other: CheckContent): boolean {
  return (
    one.coverage === other.coverage &&
    canonical([one.fields, one.filter, one.properties]) ===
      canonical([other.fields, other.filter, other.properties])
  )
}

/** True when a change would leave everything as it is. */
export function isSameContent(one: CheckContent, other: CheckContent): boolean {
  return canonical(one) === canonical(other)
}

/** JSON with the members of every object in one order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_member, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  )
}

/** The part of a schema that matters here: the members below it, and whether it takes a text. */
type PropertySchema = Partial<TSchema> & {
  type?: unknown
  anyOf?: readonly PropertySchema[]
  items?: PropertySchema
  properties?: Record<string, PropertySchema>
}

/**
 * Properties as a check keeps them: a number with more digits than JSON numbers hold becomes its text where the rule takes
 * a text, and is rounded where it takes numbers only. They stand in the order in which the rule has them, such as `min` before
 * `max`: the database gives them back by the lengths of their names.
 */
function settledProperties(
  rule: Rule | undefined,
  properties: Record<string, unknown>,
): Record<string, unknown> {
  return kept(rule?.properties, properties) as Record<string, unknown>
}

function kept(schema: PropertySchema | undefined, value: unknown): unknown {
  if (value instanceof ExactNumber) return takesText(schema) ? value.text : Number(value.text)
  if (Array.isArray(value)) {
    const items = alternatives(schema).find((one) => one.items !== undefined)?.items
    return value.map((item: unknown) => kept(items, item))
  }
  if (typeof value !== 'object' || value === null) return value
  const members = alternatives(schema).find((one) => one.properties !== undefined)?.properties ?? {}
  const given = Object.entries(value)
  const inOrder = given.toSorted(([one], [other]) => placeIn(members, one) - placeIn(members, other))
  return Object.fromEntries(inOrder.map(([name, member]) => [name, kept(members[name], member)]))
}

/** The place of a member among those of a schema; those that it does not have come last, as they were. */
function placeIn(members: object, name: string): number {
  const place = Object.keys(members).indexOf(name)
  return place === -1 ? Number.MAX_SAFE_INTEGER : place
}

const takesText = (schema: PropertySchema | undefined): boolean =>
  alternatives(schema).some(({ type }) => type === 'string')

const alternatives = (schema: PropertySchema | undefined): PropertySchema[] =>
  schema === undefined ? [] : [schema, ...(schema.anyOf ?? []).flatMap((one) => alternatives(one))]
