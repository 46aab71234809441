import { defineOperation } from '../../runs/operation.ts'
import { carriedTables } from './carry-containers.ts'
import { acceptTables, tablePayload } from './container-payload.ts'
import { namedUnits } from './named-units.ts'
import { echoOf, traits } from './traits.ts'

/** Copies computed tables of a database to another one, where they are made, or follow what they were before. */
export default defineOperation({
  ...traits,
  trigger: 'promote_computed_table',
  payload: tablePayload,
  lists_results: 'containers',
  accept: acceptTables,
  units: namedUnits(carriedTables),
  echo: echoOf('computed_table'),
})
