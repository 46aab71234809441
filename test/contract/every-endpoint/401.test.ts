import { test } from 'node:test'
import { routes } from '../../harness/routes.ts'
import { assertRefused, describeContract } from '../../harness/contract.ts'

describeContract('401 before anything else', (app) => {
  for (const { method, path, access } of routes) {
    if (access === 'open') continue
    test(`${method} ${path} needs a token`, async () => {
      const url = `/api${path.replaceAll(/\{\w+\}/g, 'no-number')}`
      for (const authorization of ['', 'Bearer unknown', 'Basic YWRtaW46YWRtaW4=']) {
        const headers = { 'content-type': 'application/json', authorization }
        await assertRefused(app, () => app.askRaw(method, url, '{', headers), 401, 'unauthenticated')
      }
    })
  }
})
