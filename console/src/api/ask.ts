import type { Endpoints } from './api.generated.ts'
import { send } from './request.ts'

/** What a request needs beside its name. */
export type Given<Name extends keyof Endpoints> = (keyof Endpoints[Name]['path'] extends never
  ? { path?: undefined }
  : { path: Endpoints[Name]['path'] }) & {
  query?: Endpoints[Name]['query']
} & (Endpoints[Name]['body'] extends null ? { body?: undefined } : { body: Endpoints[Name]['body'] })

/** The names of requests that only read. */
export type Reading = Extract<keyof Endpoints, `GET ${string}`>

type Member = string | number | boolean | null | undefined | readonly (string | number | boolean)[]

/** Sends a request of the API, by method and path as its document has them. Throws a Refusal. */
export async function ask<Name extends keyof Endpoints>(
  name: Name,
  given: Given<Name>,
  options: { signal?: AbortSignal; exact?: boolean } = {},
): Promise<Endpoints[Name]['answer']> {
  const {
    path = {},
    query = {},
    body,
  } = given as {
    path?: Record<string, Member>
    query?: Record<string, Member>
    body?: unknown
  }
  const [method = 'GET'] = name.split(' ', 1)
  const url = addressOf(name.slice(method.length + 1), path, query)
  return (await send({ method, url, body, ...options })) as Endpoints[Name]['answer']
}

/** The address of a request, with its query; members that are null or undefined are left out. */
export function addressOf(
  pattern: string,
  path: Readonly<Record<string, Member>>,
  query: Readonly<Record<string, Member>> = {},
): string {
  const filled = pattern.replaceAll(/\{(\w+)\}/g, (_whole, member: string) =>
    encodeURIComponent(String(path[member])),
  )
  const search = new URLSearchParams()
  for (const [member, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== null && one !== undefined) search.append(member, String(one))
    }
  }
  return search.size === 0 ? filled : `${filled}?${search}`
}
