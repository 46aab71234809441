import { describeScoreHistory } from '../../harness/score-contracts.ts'

describeScoreHistory('containers', (_app, { container }) => container)
