import { rules } from './registry.ts'

type Properties = Record<string, unknown>

/** The properties of a check of this rule with each name of a field of its own container as `named` gives it. */
export function renamedProperties(
  ruleType: string,
  properties: Properties,
  named: (name: string) => string,
): Properties {
  const members: readonly string[] = rules.find(ruleType)?.field_properties ?? []
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [
      name,
      members.includes(name) ? renamed(value, named) : value,
    ]),
  )
}

function renamed(value: unknown, named: (name: string) => string): unknown {
  if (typeof value === 'string') return named(value)
  if (Array.isArray(value)) return value.map((item: unknown) => renamed(item, named))
  if (typeof value !== 'object' || value === null || !('field_name' in value)) return value
  return { ...value, field_name: renamed(value.field_name, named) }
}
