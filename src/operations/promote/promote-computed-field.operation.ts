import { defineOperation } from '../../runs/operation.ts'
import { carriedFields } from './carry-fields.ts'
import { acceptFields, payload } from './field-payload.ts'
import { namedUnits } from './named-units.ts'
import { echoOf, traits } from './traits.ts'

/** Copies computed fields of a container to another one, where they are made, or follow what they were before. */
export default defineOperation({
  ...traits,
  trigger: 'promote_computed_field',
  payload,
  lists_results: 'fields',
  accept: acceptFields,
  units: namedUnits(carriedFields),
  echo: echoOf('computed_field'),
})
