import { csv, type WorkingApp } from '../../harness/working-app.ts'

/** What nobody may be able to make the console run, or turn around. */
const hostile = '<img src=x onerror="window.caught=1"><script>window.caught=1</script>'

/** The message of the flow, by which the action after it names it. */
const told = '6f0f3c3e-5f0c-4f0e-9a43-0d5c2b7f3a11'

/** Orders of which some are wrong, scanned once: the findings that the stories look at; and a flow that was set off once. */
export async function prepareData(app: WorkingApp): Promise<void> {
  const rows = Array.from({ length: 40 }, (_, row) => [
    row + 1,
    row < 3 ? -1 : row,
    row === 5 ? `"${hostile.replaceAll('"', '""')}"` : 'fine',
    '9007199254740993',
  ])
  const source = await app.source({ 'orders.csv': csv(['id', 'amount', 'note', 'price'], rows) })
  await app.check(source, 'orders.csv', {
    rule: 'notNegative',
    fields: ['amount'],
    description: 'No amount is negative',
  })
  await app.check(source, 'orders.csv', {
    rule: 'expectedValues',
    fields: ['note'],
    properties: { list: ['fine'] },
    description: hostile,
  })
  await app.scan(source)
  const made = await app.ask('POST', '/api/flows', {
    name: 'Tell the night shift',
    description: hostile,
    trigger_type: 'manual',
    actions: [
      { type: 'notification', uuid: told, notification_type: 'InApp', tokenized_message: hostile },
      {
        type: 'anomaly',
        parent_action_uuid: told,
        anomaly: { action: 'archive', status: 'Resolved', inactivity_days: 90 },
      },
    ],
  })
  await app.ask('POST', '/api/global-tags', { name: 'kept for a year', color: '#1D55C4' })
  await app.ask('POST', `/api/flows/${made.body.id}/execute`)
}
