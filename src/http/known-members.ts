interface Form {
  type?: string
  properties?: Record<string, Form>
  additionalProperties?: unknown
  items?: Form
  maxItems?: number
  anyOf?: Form[]
  oneOf?: Form[]
}

/**
 * The value with only those members that its schema names, at every level: unknown members are ignored.
 * Objects whose members are free stay as they are, and so does what does not fit, for the validator to refuse.
 */
export function knownMembers(schema: object, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const forms = formsOf(schema)
  if (Array.isArray(value)) {
    const items = forms.flatMap((form) => form.items ?? [])
    // A list that is too long stays, for the validator to refuse.
    const longest = Math.max(...forms.map((form) => (form.items ? (form.maxItems ?? Infinity) : 0)))
    if (items.length === 0 || value.length > longest) return value
    return value.map((item) => knownMembers({ anyOf: items }, item))
  }
  const objects = forms.filter((form) => form.properties)
  if (objects.length === 0 || forms.some((form) => form.additionalProperties !== undefined)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const known = objects.flatMap(({ properties = {} }) =>
        Object.hasOwn(properties, name) ? (properties[name] ?? []) : [],
      )
      return known.length === 0 ? [] : [[name, knownMembers({ anyOf: known }, member)]]
    }),
  )
}

/** The schemas that a value may fit, unions taken apart. */
function formsOf(form: Form): Form[] {
  const branches = [...(form.anyOf ?? []), ...(form.oneOf ?? [])].flatMap(formsOf)
  return form.properties || branches.length === 0 ? [form, ...branches] : branches
}
