import type { RunEnvironment } from '../runs/operation.ts'
import { runSchemas } from '../runs/schemas.ts'
import type { Route } from './route.ts'
import nouns from './routes/index.generated.ts'

/** Every endpoint, for these operations. */
export function routesFor(operations: RunEnvironment['operations']): readonly Route[] {
  const schemas = runSchemas(operations.all())
  return nouns.flatMap((routesOf) => routesOf(schemas))
}
