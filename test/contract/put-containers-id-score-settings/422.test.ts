import { describeRefusedScoreSettings } from '../../harness/score-contracts.ts'

describeRefusedScoreSettings('containers', (_app, { container }) => container)
