/** The field of this name, else the only one whose name differs in letter case alone; null without one. */
export function fieldCalled(name: string, fields: readonly string[]): string | null {
  if (fields.includes(name)) return name
  const near = fields.filter((field) => field.toLowerCase() === name.toLowerCase())
  return near.length === 1 ? (near[0] ?? null) : null
}

/** The sentence on fields that a container has not. */
export function missingFields(container: string, names: readonly string[]): string {
  return `"${container}" has no field called ${names.map((name) => `"${name}"`).join(' or ')}.`
}
