import { describeContract } from '../../harness/contract.ts'
import { describeDirectExport } from '../../harness/direct-exports.ts'

describeContract('POST /export/checks', (app) => void describeDirectExport(app, '/export/checks', 'checks'))
