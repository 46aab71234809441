// Written by `npm run generate`; do not edit.
import exports from './export/export.operation.ts'
import externalScan from './external-scan/external-scan.operation.ts'
import materialize from './materialize/materialize.operation.ts'
import profile from './profile/profile.operation.ts'
import promotePromoteComputedField from './promote/promote-computed-field.operation.ts'
import promotePromoteComputedFile from './promote/promote-computed-file.operation.ts'
import promotePromoteComputedTable from './promote/promote-computed-table.operation.ts'
import promotePromoteQualityCheck from './promote/promote-quality-check.operation.ts'
import scan from './scan/scan.operation.ts'
import sync from './sync/sync.operation.ts'

export default [
  exports,
  externalScan,
  materialize,
  profile,
  promotePromoteComputedField,
  promotePromoteComputedFile,
  promotePromoteComputedTable,
  promotePromoteQualityCheck,
  scan,
  sync,
] as const
