import { describeScoreHistory } from '../../harness/score-contracts.ts'

describeScoreHistory('datastores', (_app, { datastore }) => datastore)
