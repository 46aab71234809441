import { csv, type WorkingApp } from '../../harness/working-app.ts'

/** What nobody may be able to make the console run, or turn around. */
const hostile = '<img src=x onerror="window.caught=1"><script>window.caught=1</script>'

/** Orders of which some are wrong, scanned once: the findings that the stories look at. */
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
}
