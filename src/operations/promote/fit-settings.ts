import { isCuttable } from '../../engine/partition-range.ts'
import type { DiscoveredField } from '../../model/field.ts'
import type { ContainerDefinition, ContainerSettings } from './container-definition.ts'
import type { NamedRules } from './decide-named.ts'
import { fieldCalled } from './field-names.ts'

/**
 * The definition of a computed container with the destination's own names of fields. Settings that name fields which are not
 * there, or which the setting cannot be made of, stay as they are stored.
 */
export const fitContainer: NamedRules<ContainerDefinition>['fit'] = (wanted, stored, fields, masked) => {
  const given = wanted.settings
  const before = stored?.settings ?? null
  const lost: string[] = []
  const named = (name: string, isFit: (field: DiscoveredField) => boolean): string | null => {
    const found = fieldCalled(
      name,
      fields.map((field) => field.name),
    )
    const field = fields.find((one) => one.name === found)
    return field && isFit(field) ? field.name : null
  }
  const one = (member: 'incremental_field_name' | 'partition_field', isFit: typeof isWhole) => {
    const name = given[member]
    const found = name === null ? null : named(name, isFit)
    if (name === null || found !== null) return found
    lost.push(member)
    return before?.[member] ?? null
  }
  const all = (names: readonly string[], isFit: typeof isWhole): string[] | null => {
    const found = names.map((name) => named(name, isFit))
    return found.every((name) => name !== null) ? found : null
  }
  const isWhole = (field: DiscoveredField) => isCuttable(field.type)
  const isShown = ({ name }: DiscoveredField) => !masked.has(name)
  const keys = given.key_fields && all(given.key_fields, () => true)
  if (given.key_fields && !keys) lost.push('key_fields')
  const groupings = given.group_by_fields.map((names) => all(names, isShown))
  const isGrouped = groupings.every((names) => names !== null)
  if (!isGrouped) lost.push('group_by_fields')
  const settings: ContainerSettings = {
    ...given,
    incremental_field_name: one('incremental_field_name', isWhole),
    partition_field: one('partition_field', (field) => isWhole(field) && isShown(field)),
    key_fields: given.key_fields && !keys ? (before?.key_fields ?? null) : keys,
    group_by_fields: isGrouped ? groupings : (before?.group_by_fields ?? []),
  }
  return { definition: { ...wanted, settings }, message: sentenceOn(wanted.name, lost) }
}

function sentenceOn(name: string, lost: readonly string[]): string | null {
  return lost.length === 0
    ? null
    : `${lost.toSorted().join(', ')} ${lost.length === 1 ? 'names' : 'name'} fields that do not fit at the destination, so "${name}" has there what it had before.`
}
