import type { Anomaly } from '../api/api.generated.ts'

/** A check as it was when it failed, as far as the console shows it. */
export interface FailedCheck {
  id: number
  description: string
  rule: string
  message: string
  fields: readonly string[]
}

/** The checks that an anomaly failed. */
export function failedChecks({ failed_checks }: Anomaly): FailedCheck[] {
  return failed_checks.map(({ message, quality_check }) => {
    const { id, description, rule_type, fields } = quality_check as {
      id: number
      description: string
      rule_type: string
      fields: { name: string }[]
    }
    return { id, description, rule: rule_type, message, fields: fields.map(({ name }) => name) }
  })
}
