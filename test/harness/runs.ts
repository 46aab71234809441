import { after, before, describe } from 'node:test'
import { startWorkingApp, type Source, type WorkingApp } from './working-app.ts'

/** A group of tests that share one service whose worker is the test: units are worked on by `step` and `finish`. */
export function describeRuns(title: string, tests: (app: WorkingApp) => void): void {
  describe(title, () => {
    const app = {} as WorkingApp
    before(async () => void Object.assign(app, await startWorkingApp({ workers: 0 })))
    after(() => app.close())
    tests(app)
  })
}

/** The members of a container scan that these tests read. */
export interface ShownScan {
  container: { name: string }
  operation_id: number
  result: string
  anomaly_count: number
}

/** Works until there is nothing left to do. */
export async function finish(app: WorkingApp): Promise<void> {
  while (await app.step()) continue
}

/** Two containers, `a.csv` with one negative price and `b.csv` with none, each with a check that says so; synced. */
export async function makePrices(app: WorkingApp): Promise<Source> {
  const source = await app.source({ 'a.csv': 'id,price\n1,-5\n2,7\n', 'b.csv': 'id,price\n1,1\n2,2\n' })
  for (const name of ['a.csv', 'b.csv']) {
    await app.check(source, name, {
      rule: 'notNegative',
      fields: ['price'],
      description: `prices of ${name}`,
    })
  }
  return source
}

/** Runs a scan of the source to its end and returns its record. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers freely
export async function scanned(app: WorkingApp, source: Source, payload: object = {}): Promise<any> {
  const id = await app.trigger(source, { type: 'scan', ...payload })
  await finish(app)
  return app.ended(id)
}
