import { textOf } from '../kit/cell.tsx'
import { span } from '../words/times.ts'

/** The rules that watch how tables and files change, and what they measure. */
export const watchingRules: Readonly<Record<string, string>> = {
  volumetric: 'Rows',
  freshness: 'Age',
  metric: 'Value',
}

/** The part of a check that says what it allows. */
export interface Demanding {
  rule_type: string
  properties: Readonly<Record<string, unknown>>
}

/** The bounds of a check as texts with all their digits; null: there is none. An age has one alone, in milliseconds. */
export function boundsOf({ rule_type, properties }: Demanding): { min: string | null; max: string | null } {
  const text = (name: string) => {
    const value = properties[name]
    return value === null || value === undefined ? null : textOf(value)
  }
  return rule_type === 'freshness'
    ? { min: null, max: text('value') }
    : { min: text('min'), max: text('max') }
}

/** Whether the bounds are for what was measured itself, and not for how it changed. */
export function isOfValue({ rule_type, properties }: Demanding): boolean {
  return rule_type === 'freshness' || properties['comparison'] === 'Absolute Value'
}

/** What a check allows, in words. */
export function demandOf(check: Demanding): string {
  const { min, max } = boundsOf(check)
  if (check.rule_type === 'freshness') return max === null ? '' : `modified at most ${span(Number(max))} ago`
  const unit = check.properties['comparison'] === 'Percentage Change' ? ' %' : ''
  const range =
    min === null
      ? `at most ${max}${unit}`
      : max === null
        ? `at least ${min}${unit}`
        : `from ${min} to ${max}${unit}`
  return `${isOfValue(check) ? '' : 'a change of '}${range}`
}
