import { test } from 'node:test'
import { routes } from '../../harness/routes.ts'
import { assertRefused, describeContract } from '../../harness/contract.ts'

const json = { 'content-type': 'application/json' }

describeContract('400 for what cannot be read', (app) => {
  for (const { method, path, params } of routes) {
    const url = `/api${path.replaceAll(/\{\w+\}/g, '1')}`
    if (method !== 'GET') {
      test(`${method} ${path} refuses a body that is not JSON`, async () => {
        await assertRefused(app, () => app.askRaw(method, url, '{"name":', json), 400, 'malformed')
      })
    }
    const members =
      (params as { properties?: Record<string, { type?: string }> } | undefined)?.properties ?? {}
    for (const [name, { type }] of Object.entries(members)) {
      if (type !== 'integer') continue
      test(`${method} ${path} refuses ${name} that is no whole number`, async () => {
        for (const id of ['abc', '1.5', '1e3', '99999999999999999999']) {
          const wrong = `/api${path.replace(`{${name}}`, id).replaceAll(/\{\w+\}/g, '1')}`
          await assertRefused(app, () => app.ask(method, wrong), 400, 'invalid_id')
        }
      })
    }
  }
})
