import type { QualityCheck, QualityCheckChange } from '../api/api.generated.ts'
import { differing } from '../api/differing.ts'

/** What a check says and demands: all that a person decides of it but its status and its people. */
export function contentOf(check: QualityCheck): QualityCheckChange {
  const { description, fields, filter, coverage, properties, anomaly_message_field, additional_metadata } =
    check
  return {
    description,
    fields: fields.map(({ name }) => name),
    filter,
    coverage,
    properties: inOrder(properties),
    anomaly_message_field,
    tags: check.global_tags.map(({ name }) => name).toSorted(),
    additional_metadata: additional_metadata && inOrder(additional_metadata),
  }
}

/** The change that gives a check the content of another, such as of itself as it was; without what is alike, and empty where all is. */
export function changeTo(wanted: QualityCheck, now: QualityCheck): QualityCheckChange {
  return differing(contentOf(now), contentOf(wanted))
}

/** With the members by their names: the service has no order of its own for them. */
function inOrder(members: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
