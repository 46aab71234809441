import { describeApi } from '../../src/http/document/document.ts'
import { errorsPage } from './errors-page.ts'
import type { Route } from '../../src/http/route.ts'
import routes from '../../src/http/routes/index.generated.ts'

/** The API document and the page of error codes. */
export function generateApiDocument(): { path: string; content: string }[] {
  const document = describeApi(routes as readonly Route[])
  return [
    { path: 'docs/reference/openapi.json', content: `${JSON.stringify(document, null, 2)}\n` },
    { path: 'docs/reference/errors.md', content: errorsPage() },
  ]
}
