/** What a check's weight is made of. */
export interface Weighed {
  /** Points of its rule type. */
  rule_weight: number
  inferred: boolean
  has_anomalies: boolean
  /** Sum of the weight modifiers of the check's own tags and of its container's. */
  tag_modifiers: number
}

/** Points for who wrote the check and whether it has found anything: what a person wrote counts even before it did. */
const statusPoints = { authored: { found: 12, clean: 9 }, inferred: { found: 6, clean: 0 } }

/** How much a check matters beside others; may be negative through tags. */
export function checkWeight({ rule_weight, inferred, has_anomalies, tag_modifiers }: Weighed): number {
  const points = statusPoints[inferred ? 'inferred' : 'authored'][has_anomalies ? 'found' : 'clean']
  return rule_weight + points + tag_modifiers
}
