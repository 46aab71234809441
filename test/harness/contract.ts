import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { startApp, type Answer, type TestApp } from './app.ts'

/** A group of tests that share one service, which is there once they run; `operations` as for `startApp`. */
export function describeContract(
  title: string,
  tests: (app: TestApp) => void,
  operations?: TestApp['environment']['operations'],
): void {
  describe(title, () => {
    const app = {} as TestApp
    before(async () => void Object.assign(app, await startApp({}, operations)))
    after(() => app.close())
    tests(app)
  })
}

/** Asks, and fails unless it is refused with this status and code, in the one error shape, with nothing written. */
export async function assertRefused(
  app: TestApp,
  ask: () => Promise<Answer>,
  status: number,
  code: string,
): Promise<Answer> {
  const before = await app.rows()
  const answer = await ask()
  assert.deepEqual(
    { status: answer.status, code: answer.body.code },
    { status, code },
    JSON.stringify(answer.body),
  )
  assert.deepEqual(Object.keys(answer.body), ['detail', 'code'])
  assert.equal(await app.rows(), before, 'something was written')
  return answer
}

/** The places that a 422 names, e.g. `body.name`. */
export function places(answer: Answer): string[] {
  return answer.body.detail.map(({ loc }: { loc: (string | number)[] }) => loc.join('.'))
}
