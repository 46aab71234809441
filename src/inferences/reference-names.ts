import type { DiscoveredField } from '../model/field.ts'
import type { ReferenceField } from './inference.ts'

type NamedField = Pick<DiscoveredField, 'name' | 'type'>

/** How much the names say that one refers to the other, up to 3; 0: nothing. */
export function nearness(
  field: Pick<NamedField, 'name'>,
  { container, field: other }: Pick<ReferenceField, 'container' | 'field'>,
): number {
  const [name, target] = [field.name.toLowerCase(), other.toLowerCase()]
  const table = container.toLowerCase().replace(/[.][a-z]+$/, '')
  const single = table.replace(/ies$/, 'y').replace(/s$/, '')
  if (name === `${single}_${target}` || name === `${table}_${target}` || name === `${single}${target}`)
    return 3
  if (name === target && target !== 'id') return 2
  return name === single || name === table ? 1 : 0
}

/** Names, in small letters, that speak for a reference: of containers without their extension, and of fields. */
export interface SpeakingNames {
  containers: string[]
  fields: string[]
}

/** All names of a container or of a key by which one of these fields is near to it: `nearness` is 0 for every other. */
export function namesReferredTo(fields: readonly Pick<NamedField, 'name'>[]): SpeakingNames {
  const names = fields.map(({ name }) => name.toLowerCase())
  const starts = names.flatMap((name) =>
    Array.from({ length: name.length }, (_, last) => name.slice(0, last + 1).replace(/_$/, '')),
  )
  const tables = starts.flatMap((start) => [start, `${start}s`, start.replace(/y$/, 'ies')])
  return { containers: [...new Set(tables)], fields: names.filter((name) => name !== 'id') }
}

/**
 * Those to which one of the fields can refer by its type and name, in the same order. Numbers need a name that speaks for it, because
 * small ones are among the keys of every container; texts do not. The others are not worth opening, whatever the values are.
 */
export function referencesFor<Reference extends Pick<ReferenceField, 'container' | 'field' | 'type'>>(
  fields: readonly NamedField[],
  references: readonly Reference[],
): Reference[] {
  return references.filter((reference) =>
    fields.some(
      (field) => field.type === reference.type && (field.type === 'String' || nearness(field, reference) > 0),
    ),
  )
}
