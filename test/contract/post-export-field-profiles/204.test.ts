import { describeContract } from '../../harness/contract.ts'
import { describeDirectExport } from '../../harness/direct-exports.ts'

describeContract(
  'POST /export/field-profiles',
  (app) => void describeDirectExport(app, '/export/field-profiles', 'profiles'),
)
