import { describeApi } from '../../src/http/document/document.ts'
import { errorsPage } from './errors-page.ts'
import { routesFor } from '../../src/http/all-routes.ts'
import { operations } from '../../src/operations/registry.ts'

/** The API document and the page of error codes. */
export function generateApiDocument(): { path: string; content: string }[] {
  const document = describeApi(routesFor(operations))
  return [
    { path: 'docs/reference/openapi.json', content: `${JSON.stringify(document, null, 2)}\n` },
    { path: 'docs/reference/errors.md', content: errorsPage() },
  ]
}
