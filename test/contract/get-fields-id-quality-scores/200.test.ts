import { describeScoreHistory } from '../../harness/score-contracts.ts'

describeScoreHistory('fields', async (app, { container }) => {
  const { body } = await app.ask('GET', `/api/fields?container=${container}&name=name`)
  return body.items[0].id
})
