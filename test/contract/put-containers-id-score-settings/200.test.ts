import { describeScoreSettings } from '../../harness/score-contracts.ts'

describeScoreSettings('containers', (_app, { container }) => container)
