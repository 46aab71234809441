import type { DiscoveredField } from '../model/field.ts'

/** The requests of a scan to the process that judges texts; one at a time, each with one answer. */
export type TextQuestion =
  | {
      kind: 'open'
      rule_type: string
      fields: readonly DiscoveredField[]
      properties: Record<string, unknown>
      container: string
      now: string
    }
  | { kind: 'judge'; texts: readonly string[] }

/** `passes` has one answer for each text. */
export type TextAnswer =
  | { kind: 'done' }
  | { kind: 'judged'; passes: boolean[] }
  | { kind: 'error'; message: string }
