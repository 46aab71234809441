import { defineOperation } from '../../runs/operation.ts'
import { carriedFiles } from './carry-containers.ts'
import { acceptFiles, filePayload } from './container-payload.ts'
import { namedUnits } from './named-units.ts'
import { echoOf, traits } from './traits.ts'

/** Copies computed files of a datastore to another one, where they are made over other files, or follow what they were before. */
export default defineOperation({
  ...traits,
  trigger: 'promote_computed_file',
  payload: filePayload,
  lists_results: 'containers',
  accept: acceptFiles,
  units: namedUnits(carriedFiles),
  echo: echoOf('computed_file'),
})
