import { defineOperation } from '../../runs/operation.ts'
import { acceptChecks, payload } from './check-payload.ts'
import { units } from './check-units.ts'
import { echoOf, traits } from './traits.ts'

/** Copies checks of a container to another one, where they are made, or follow what they were before. */
export default defineOperation({
  ...traits,
  trigger: 'promote_quality_check',
  payload,
  lists_results: 'quality-checks',
  accept: acceptChecks,
  units,
  echo: echoOf('quality_check'),
})
