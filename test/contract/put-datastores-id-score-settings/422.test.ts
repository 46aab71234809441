import { describeRefusedScoreSettings } from '../../harness/score-contracts.ts'

describeRefusedScoreSettings('datastores', (_app, { datastore }) => datastore)
