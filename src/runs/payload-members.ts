import { Type, type TObject, type TSchema } from 'typebox'
import type { Operation } from './operation.ts'

/** Every member of the operations' payloads; one that several have may be what any of them takes. */
export function payloadMembers(definitions: readonly Operation[]): Record<string, TSchema> {
  const members = definitions.flatMap(({ payload }) => Object.entries((payload as TObject).properties))
  return Object.fromEntries(
    [...Map.groupBy(members, ([name]) => name)].map(([name, group]) => {
      const forms = new Map(group.map(([, schema]) => [JSON.stringify(schema), schema]))
      const [only] = forms.values()
      return [name, forms.size === 1 && only ? only : Type.Union([...forms.values()])]
    }),
  )
}
