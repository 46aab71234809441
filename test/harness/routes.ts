import { routesFor } from '../../src/http/all-routes.ts'
import { operations } from '../../src/operations/registry.ts'

/** Every endpoint of the service as it ships. */
export const routes = routesFor(operations)
