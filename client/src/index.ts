export type * from './api.generated.ts'
export { createClient, type Client, type ClientOptions } from './client.ts'
export { RequestRefused, ServiceUnreachable } from './errors.ts'
export { follow, type RunEvent } from './follow.ts'
