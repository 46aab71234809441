import type { CheckContent } from '../../services/checks/definition.ts'
import { rules } from '../../rules/registry.ts'
import { renamedProperties } from '../../rules/renamed-properties.ts'
import type { ReferenceTarget } from '../../store/promoted-checks.ts'
import { fieldCalled, missingFields } from './field-names.ts'

/** What names of a source mean at the destination. */
export interface Destination {
  container_name: string
  /** The names of its fields that checks can name. */
  fields: readonly string[]
  /** By the ids that checks of the source refer to. */
  references: ReadonlyMap<number, ReferenceTarget>
  /** Ids of datastores whose rows the one who promotes may not see. */
  hidden: ReadonlySet<number>
}

/** A content as it would stand at the destination, with a sentence for everything of it that is not there. */
export interface MappedContent {
  content: CheckContent
  unresolved: string[]
}

/**
 * The content with the destination's own names: fields in its letter case, other containers as `referenceTargets` answers. Fields
 * that it has not are left out; SQL is left as it is.
 */
export function mapContent(content: CheckContent, destination: Destination): MappedContent {
  const lost = new Set<string>()
  const named = (name: string): string | null => {
    const found = fieldCalled(name, destination.fields)
    if (found === null) lost.add(name)
    return found
  }
  const fields = [...new Set(content.fields.flatMap((name) => named(name) ?? []))]
  const message = content.anomaly_message_field
  const anomaly_message_field = message === null ? null : named(message)
  const { properties, missing } = mapReferences(
    content.rule_type,
    renamedProperties(content.rule_type, content.properties, (name) => named(name) ?? name),
    destination,
  )
  const sentence = lost.size === 0 ? [] : [missingFields(destination.container_name, [...lost])]
  return {
    content: { ...content, fields, anomaly_message_field, properties },
    unresolved: [...sentence, ...missing],
  }
}

type Properties = Record<string, unknown>

function mapReferences(
  ruleType: string,
  properties: Properties,
  { references, hidden }: Destination,
): { properties: Properties; missing: string[] } {
  const [id] = rules.find(ruleType)?.references?.(properties) ?? []
  if (id === undefined) return { properties, missing: [] }
  const known = references.get(id)
  if (!known) return { properties, missing: [`The container ${id} that it refers to is gone.`] }
  const { name, target } = known
  if (target === null) {
    const sentence = `The datastore of the destination has no container called "${name}", which the check refers to.`
    return { properties, missing: [sentence] }
  }
  if (hidden.has(target.datastore_id)) {
    const sentence = `The check refers to the container ${target.id}: whoever promotes it needs Viewer on its datastore.`
    return { properties, missing: [sentence] }
  }
  const of = 'ref_datastore_id' in properties ? { ref_datastore_id: target.datastore_id } : {}
  return { properties: { ...properties, ref_container_id: target.id, ...of }, missing: [] }
}
