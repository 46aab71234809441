import { describeScoreSettings } from '../../harness/score-contracts.ts'

describeScoreSettings('datastores', (_app, { datastore }) => datastore)
